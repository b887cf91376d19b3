import type { SubjectFile, SubjectRequested } from '@herald/contracts';
import { bulkUpdate, updateMatching, type Connection, type Model, type Update } from '@herald/persistence';
import { blockedBefore } from './block';
import { collectOf, type Collect, type CopyOrNone } from './copy';
import type { Handles, Subject, Tally, Work } from './subject';

/** Where a service holds data of persons in one collection, and how it answers a person's requests for it. */
export type Holding<Deps> = {
  collection: string;
  /** The personal fields that `erase` removes or replaces, or that expressly stay. */
  covers: readonly string[] | 'all';
  /** Tells what else names the person. It changes nothing. */
  find?: (subject: Subject, work: Work<Deps>) => Promise<Partial<Handles>[]>;
  /** Erases what is found. It may end at any line, and runs again from the start. */
  erase?: (subject: Subject, work: Work<Deps>) => Promise<Tally>;
  /** Gives the person a copy. */
  collect?: Collect<Deps>;
  /** Makes one file of the copies of all services, and gives a link to it. */
  pack?: (request: SubjectRequested, work: Work<Deps>) => Promise<SubjectFile>;
  /** Marks what is found as blocked, or as not blocked any more. */
  block?: (subject: Subject, work: Work<Deps>, is: boolean) => Promise<Tally>;
};

type Stored<T> = { name: string; model(database: Connection): Model<T> };
/** The records of a person: each filter uses an index, and names the company. */
type Filters<T> = (subject: Subject) => Update<T>['filter'][];
type Row<T> = T & { _id: unknown };

const batchSize = 500;

type Removal<T, Deps> = {
  find: Filters<T>;
  /** What else a record of the person proves to be the person's. */
  handles?: (row: Row<T>) => Partial<Handles>;
  /** Removes what belongs to the record before the record itself is removed. */
  before?: (row: Row<T>, work: Work<Deps>) => Promise<unknown>;
  copy: CopyOrNone<T, Deps>;
};

/** Records that are the person's alone: an erasure removes them. */
export function removes<T, Deps = unknown>(record: Stored<T>, { find, handles, before, copy }: Removal<T, Deps>) {
  const holding: Holding<Deps> = {
    collection: record.name,
    covers: 'all',
    ...collectOf(copy, rowsOf(record, find)),
    async erase(subject, work) {
      const Collection = record.model(work.database);
      let changed = 0;
      for (const filter of find(subject)) {
        for (let left = true; left;) {
          work.pause();
          const rows = await Collection.find(filter, before ? {} : { _id: 1 })
            .limit(batchSize)
            .lean<Row<T>[]>();
          for (const row of before ? rows : []) await before!(row, work);
          if (rows.length > 0) await removeRows(Collection, rows);
          changed += rows.length;
          left = rows.length === batchSize;
        }
      }
      return { found: changed, changed };
    },
  };
  return handles ? { ...holding, find: handlesOf(record, find, handles) } : holding;
}

async function removeRows<T>(Collection: Model<T>, rows: Row<T>[]): Promise<void> {
  await Collection.deleteMany({ _id: { $in: rows.map(({ _id }) => _id) } } as never);
}

type Replacement<T, Deps> = {
  fields: readonly (keyof T & string)[];
  find: Filters<T>;
  /** The update after which no filter finds the record any more. */
  replace: (row: Row<T>, subject: Subject, work: Work<Deps>) => Update<T>['update'];
  copy: CopyOrNone<T, Deps>;
};

/** Records that must stay whole: an erasure replaces what says something of the person. */
export function replaces<T, Deps = unknown>(record: Stored<T>, { fields, find, replace, copy }: Replacement<T, Deps>) {
  const holding: Holding<Deps> = {
    collection: record.name,
    covers: fields,
    ...collectOf(copy, rowsOf(record, find)),
    async erase(subject, work) {
      const Collection = record.model(work.database);
      const changed = new Set<string>();
      for (const filter of find(subject)) {
        for (let left = true; left;) {
          work.pause();
          const rows = await Collection.find(filter).limit(batchSize).lean<Row<T>[]>();
          const updates = rows.map((row) => ({ filter: { _id: row._id }, update: replace(row, subject, work) }));
          await bulkUpdate(Collection, updates as Update<T>[]);
          const fresh = rows.filter(({ _id }) => !changed.has(String(_id)));
          for (const { _id } of rows) changed.add(String(_id));
          // A record that its update does not hide would be found forever.
          left = rows.length === batchSize && fresh.length > 0;
        }
      }
      return { found: changed.size, changed: changed.size };
    },
  };
  return holding;
}

type Erasure<T, Deps, Copied> = {
  fields: readonly (keyof T & string)[] | 'all';
  erase: NonNullable<Holding<Deps>['erase']>;
  copy: CopyOrNone<Copied, Deps>;
};

/** Erases what no filter alone finds, or what no database holds. */
export function erases<T, Deps, Copied = T>(
  record: Pick<Stored<T>, 'name'>,
  { fields, erase, copy }: Erasure<T, Deps, Copied>,
): Holding<Deps> {
  return { collection: record.name, covers: fields, erase, ...collectOf(copy) };
}

/** Fields that the erasure of another collection erases as well, and why no copy is made of them alone. */
export const erasedAlong = <T>(
  record: Stored<T>,
  { fields = 'all' }: { fields?: readonly (keyof T & string)[] | 'all'; noCopy: string },
): Holding<unknown> => ({ collection: record.name, covers: fields });

/** Records with a `block` that searches and senders read: a request changes it, unless it is newer than the request. */
export const blocks = <T>(record: Stored<T>, { find }: { find: Filters<T> }): Holding<unknown> => ({
  collection: record.name,
  covers: [],
  async block(subject, { database, at, pause }, is) {
    const Collection = record.model(database);
    const ids = new Map<string, unknown>();
    for (const filter of find(subject)) {
      pause();
      const rows = await Collection.find(filter, { _id: 1 }).lean<Row<T>[]>();
      for (const { _id } of rows) ids.set(String(_id), _id);
    }
    const isOther = { 'block.is': is ? { $ne: true } : true, ...blockedBefore(at) };
    const { schema } = Collection as { schema: { path(name: string): unknown } };
    // A concurrent writer that read the record before must read it again.
    const revised = schema.path('revision') ? { $inc: { revision: 1 } } : {};
    const update = { $set: { block: { is, at } }, ...revised };
    const filter = { _id: { $in: [...ids.values()] }, ...isOther };
    return { found: ids.size, changed: await updateMatching<unknown>(Collection as never, filter as never, update) };
  },
});

/** Personal fields that an erasure leaves and no copy holds, each with the reason. */
export const keeps = (collection: string, reasons: Record<string, string>): Holding<unknown> => ({
  collection,
  covers: Object.keys(reasons),
});

/** The records that the filters find, each once. */
const rowsOf = <T>(record: Stored<T>, find: Filters<T>) =>
  async function* (subject: Subject, { database, pause }: Pick<Work<unknown>, 'database' | 'pause'>) {
    const seen = new Set<string>();
    for (const filter of find(subject))
      for await (const row of record.model(database).find(filter).lean<Row<T>[]>().batchSize(batchSize).cursor()) {
        pause();
        if (!seen.has(String(row._id))) yield row as T;
        seen.add(String(row._id));
      }
  };

const maxHandles = 1_000;

const handlesOf =
  <T, Deps>(record: Stored<T>, find: Filters<T>, handles: (row: Row<T>) => Partial<Handles>): Holding<Deps>['find'] =>
  async (subject, { database }) => {
    const Collection = record.model(database);
    const found = find(subject).map((filter) => Collection.find(filter).limit(maxHandles).lean<Row<T>[]>());
    return (await Promise.all(found)).flat().map(handles);
  };
