import type { Title } from '@herald/contracts';
import type { Subject, Work } from './subject';

/** What a copy of a person's data holds of one collection. */
export type Copy<T, Deps> = {
  title: Title;
  /** The person's records, where they are not those that an erasure finds. */
  rows?: (subject: Subject, work: Work<Deps>) => AsyncIterable<T>;
  /** Fields that no copy holds, each with the reason. */
  withheld?: { [Name in keyof T]?: string };
  /** Files that belong to a record. */
  files?: (row: T, work: Work<Deps>) => AsyncIterable<CopiedFile>;
};

/** Either what a copy holds, or why it holds nothing. */
export type CopyOrNone<T, Deps> = Copy<T, Deps> | { none: string };

export type CopiedFile = { name: string; content: AsyncIterable<Buffer> };

/** A record as the person gets it, or a file. */
type Piece = { record: object } | { file: CopiedFile };

export type Collect<Deps> = {
  title: Title;
  pieces: (subject: Subject, work: Work<Deps>) => AsyncIterable<Piece>;
};

/** Of any record: which update it saw last, and when each value was reported. */
const bookkeeping = ['revision', 'said'];

/** How a collection is copied; empty for one of which there is no copy. */
export function collectOf<T, Deps>(
  copy: CopyOrNone<T, Deps>,
  erased?: (subject: Subject, work: Work<Deps>) => AsyncIterable<T>,
): { collect?: Collect<Deps> } {
  if ('none' in copy) return {};
  const { title, rows = erased, withheld = {}, files } = copy;
  if (!rows) throw new Error(`${title.en}: a copy needs its rows`);
  const left = new Set([...bookkeeping, ...Object.keys(withheld)]);
  async function* pieces(subject: Subject, work: Work<Deps>): AsyncIterable<Piece> {
    for await (const row of rows!(subject, work)) {
      yield { record: withoutFields(row as object, left) };
      if (files) for await (const file of files(row, work)) yield { file };
    }
  }
  return { collect: { title, pieces } };
}

/** The database's own ids are no text: they say nothing of the person. */
const withoutFields = (row: object, left: Set<string>): object =>
  Object.fromEntries(
    Object.entries(row).filter(([name, value]) => !left.has(name) && (name !== '_id' || typeof value === 'string')),
  );
