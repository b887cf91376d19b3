import { holdsScope, type Caller } from '@herald/auth';
import { groupBy } from '@herald/concurrency';
import { boolean, object, string, timestamp } from '@herald/contracts';
import { insertMissing, ownedBy, record, updateMatching, type Connection, type Model } from '@herald/persistence';
import type { Holding } from './holding';
import { handleValues, type Subject } from './subject';

/** What names blocked persons, in services whose records name a person and have no field for the block. */
export const blockedNames = record('blocked_names', {
  internal: {
    /** The company and the name, as JSON. */
    _id: string(),
    company_id: string(),
    name: string(),
    /** Stays when the block is taken back: a late delivery of an older request changes nothing. */
    block: object({ is: boolean(), at: timestamp() }),
  },
  personal: ['_id', 'name', 'block'],
  impersonal: ['company_id'],
  indexes: [[{ 'block.is': 1, company_id: 1, name: 1 }]],
  shardKey: ['_id'],
});

const idOf = (company_id: string, name: string) => JSON.stringify([company_id, name]);
const idsOf = (subject: Subject) => handleValues(subject).map((name) => idOf(subject.company_id, name));

/** Keeps the names of blocked persons. They are no records of the person: no request counts them. */
export const holdsBlockedNames: Holding<unknown> = {
  collection: blockedNames.name,
  covers: 'all',
  async erase(subject, { database }) {
    await blockedNames.model(database).deleteMany({ _id: { $in: idsOf(subject) } });
    return { found: 0, changed: 0 };
  },
  async block(subject, { database, at }, is) {
    const BlockedName = blockedNames.model(database);
    const { company_id } = subject;
    const block = { is, at };
    const rows = handleValues(subject).map((name) => ({ _id: idOf(company_id, name), company_id, name, block }));
    // In this order the newest of concurrent requests stays.
    await insertMissing(BlockedName, rows);
    await updateMatching(BlockedName, { _id: { $in: idsOf(subject) }, 'block.at': { $lt: at } }, { $set: { block } });
    return { found: 0, changed: 0 };
  },
};

export type HiddenName = { company_id: string; name: string };
export type HiddenNames = ReturnType<typeof hiddenNames>;

/** Looks up blocked persons in a service that declares `blockedNames` among its records. */
export function hiddenNames(database: Connection) {
  const BlockedName: Model<HiddenName & { block: { is: boolean } }> = blockedNames.model(database) as never;
  const find = (filter: object) =>
    BlockedName.find({ 'block.is': true, ...filter }, { _id: 0, company_id: 1, name: 1 }).lean<HiddenName[]>();
  return {
    /** What names blocked persons, all or some of these names; nothing for callers that may see them. */
    hiddenFrom: async (caller: Caller, names?: string[]): Promise<HiddenName[]> =>
      holdsScope(caller, 'privacy:read')
        ? []
        : find({ ...ownedBy(caller), ...(names ? { name: { $in: names } } : {}) }),
    /** True if one of the names is a blocked person's in the company. */
    isBlocked: async (company_id: string, names: string[]): Promise<boolean> =>
      names.length > 0 && (await find({ company_id, name: { $in: names } })).length > 0,
  };
}

/** Leaves out records with a hidden name in a field, which may hold it in several forms. */
export function withoutHidden(hidden: HiddenName[], field: string, formsOf = (name: string) => [name]): object {
  const byCompany = groupBy(hidden, ({ company_id }) => company_id);
  const left = [...byCompany].map(([company_id, names]) => ({
    company_id,
    [field]: { $in: names.flatMap(({ name }) => formsOf(name)) },
  }));
  return left.length > 0 ? { $nor: left } : {};
}
