import type { AnyRecord, Connection, Model } from '@herald/persistence';

/** How long one kind of data is kept. The job that removes it, its report and its documentation follow from this. */
export type Retention<Deps> = {
  kind: string;
  /** Absent where the broker holds it. */
  collection?: string;
  /** The setting with the days; 0 keeps the data until it is erased. */
  setting?: string;
  /** In words: what removes the data, or why it stays until it is erased, where no setting decides. */
  rule?: string;
  /** What is counted, if not the records of the collection. */
  unit?: string;
  /** The fields of an index that finds what is due. */
  finds?: readonly string[];
  /** What is there. */
  look?: (before: Date, work: RetentionWork<Deps>) => Promise<Holdings>;
  /**
   * Removes what is older, in small steps, and gives the number of each. It may end after any step and at any line,
   * may run twice at the same time, and continues with what is left.
   */
  remove?: (before: Date, work: RetentionWork<Deps>) => AsyncIterable<number>;
};

/** `due`: what is older, counted up to `maxCounted` and one more. */
export type Holdings = { oldest_at: Date | null; due: number };
export const maxCounted = 100_000;

export type RetentionWork<Deps> = { deps: Deps; database: Connection };

type Stored<T> = Pick<AnyRecord, 'name'> & { model(database: Connection): Model<T> };
type Row<T> = T & { _id: unknown };
type Where<T> = { [Name in keyof T]?: T[Name] };

const batchSize = 500;

type Aged<T, Deps> = {
  kind?: string;
  setting: string;
  /** The time from which the days count. Array elements count one by one. */
  since: string;
  /** Only records with these values. */
  where?: Where<T>;
  /** Removes some that are due, and gives how many it removed; by default they are deleted. */
  remove?: (rows: Row<T>[], before: Date, work: RetentionWork<Deps>) => Promise<number>;
};

/** Records that a job removes some days after a time that they hold. */
export function retains<T, Deps = unknown>(record: Stored<T>, aged: Aged<T, Deps>): Retention<Deps> {
  const { kind = record.name.replaceAll('_', ' '), setting, since, where = {}, remove } = aged;
  const older = (before: Date) => ({ ...where, [since]: { $lt: before } }) as never;
  const deleteSome = async (rows: Row<T>[], before: Date, Collection: Model<T>) => {
    // A record that was renewed since it was read is no longer due.
    const due = { _id: { $in: rows.map(({ _id }) => _id) }, ...(older(before) as object) };
    return (await Collection.deleteMany(due as never)).deletedCount;
  };
  return {
    ...{ kind, collection: record.name, setting, finds: [...Object.keys(where), since] },
    look: (before, { database }) => lookAt(record.model(database), { since, where, older: older(before) }),
    async *remove(before, work) {
      const Collection = record.model(work.database);
      let left = 0;
      for (;;) {
        const found = Collection.find(older(before), remove ? {} : { _id: 1 }).sort({ [since]: 1 });
        const rows = await found.skip(left).limit(batchSize).lean<Row<T>[]>();
        if (rows.length === 0) return;
        const removed = await (remove ? remove(rows, before, work) : deleteSome(rows, before, Collection));
        left += rows.length - removed;
        yield removed;
        if (rows.length < batchSize) return;
      }
    },
  };
}

type Looked = { since: string; where: object; older: object };

/** What the records of a collection hold, by the time from which their days count. */
export async function lookAt<T>(Collection: Model<T>, { since, where, older }: Looked): Promise<Holdings> {
  const there = { ...where, [since]: { $gt: new Date(0) } } as never;
  const [oldest, due] = await Promise.all([
    Collection.findOne(there, { [since]: 1 })
      .sort({ [since]: 1 })
      .lean(),
    Collection.countDocuments(older as never, { limit: maxCounted + 1 }),
  ]);
  return { oldest_at: oldest ? earliest(oldest, since.split('.')) : null, due };
}

/** The earliest time at a path, which may lead through arrays. */
function earliest(record: unknown, [name, ...path]: string[]): Date | null {
  if (name === undefined) return record as Date;
  const values = [(record as Record<string, unknown>)[name]].flat();
  const times = values.flatMap((value) => earliest(value, path) ?? []);
  return times.reduce<Date | null>((one, other) => (one && one < other ? one : other), null);
}

/** Records that the database removes by itself at the time that they hold: an index of the record says so. */
export const expires = <T>(
  record: Stored<T> & Pick<AnyRecord, 'indexes'>,
  { at, rule, kind = record.name.replaceAll('_', ' ') }: { at: keyof T & string; rule: string; kind?: string },
): Retention<unknown> => {
  if (!record.indexes.some(([key, options]) => options?.expireAfterSeconds === 0 && at in (key as object)))
    throw new Error(`${record.name}: no index removes it at ${at}`);
  return {
    ...{ kind, collection: record.name, rule },
    look: (before, { database }) =>
      lookAt(record.model(database), { since: at, where: {}, older: { [at]: { $lt: before } } }),
  };
};

/** Records that go with those of another kind. */
export const goesWith = (record: Pick<AnyRecord, 'name'>, what: string): Retention<unknown> => ({
  ...{ kind: record.name.replaceAll('_', ' '), collection: record.name, rule: `with ${what}` },
});

/** Records that no time removes, with the reason. */
export const staysUntilErased = (record: Pick<AnyRecord, 'name'>, reason: string): Retention<unknown> => ({
  ...{ kind: record.name.replaceAll('_', ' '), collection: record.name, rule: `until erased: ${reason}` },
});
