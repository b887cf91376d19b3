import type { Tested } from '@herald/testing';
import { allServices } from './services';

type Command = Record<string, unknown>;
/** A command that a service sent to the database. */
export type Seen = { database: string; command: Command };

/** Enough records that an engine which weighs costs has a reason to use its indexes. */
export async function fillCollections(herald: Tested): Promise<void> {
  for (const { name } of allServices)
    for (const { name: collection } of await herald.database(name).listCollections()) {
      const filler = Array.from({ length: 400 }, (_, at) => ({
        uuid: `filler-${at}`,
        id: -at,
        company_id: `c${at % 50}`,
      }));
      await herald
        .database(name)
        .collection(collection)
        .insertMany(fillerFor(collection, filler), { ordered: false })
        .catch(() => {});
    }
}

/** Unique values in all unique keys, so that as many fillers as possible go in. */
function fillerFor(collection: string, filler: { uuid: string }[]): object[] {
  if (['outbox', 'leases', 'counters', 'request_times', 'idempotency_keys'].includes(collection)) return [];
  return filler.map((one, at) => ({
    ...one,
    core_id: `filler-${at}`,
    file_uuid: `filler-${at}`,
    credential_uuid: `filler-${at}`,
    upload: `filler-${at}`,
    version: 1,
    bundle_id: `filler-${at}`,
    flavor_id: `filler-${at}`,
    dni: `filler-${at}`,
    company_uid: `c${at % 50}`,
  }));
}

/** A command in the form that `explain` takes. */
function explainable({ command }: Seen): Command | undefined {
  const [name] = Object.keys(command);
  const collection = command[name!];
  const part = (keys: string[]) =>
    Object.fromEntries(keys.filter((key) => key in command).map((key) => [key, command[key]]));
  if (name === 'find') return { find: collection, ...part(['filter', 'sort', 'skip', 'limit']) };
  if (name === 'aggregate') return { aggregate: collection, ...part(['pipeline']), cursor: {} };
  // A count of everything is read from what the engine knows anyway.
  if (name === 'count' && !command.query) return undefined;
  if (name === 'count' || name === 'distinct') return { [name]: collection, ...part(['query', 'key']) };
  if (name === 'findAndModify') return { find: collection, filter: command.query, ...part(['sort']), limit: 1 };
  const [first] = (command.updates ?? command.deletes ?? []) as { q: Command }[];
  return first && { find: collection, filter: first.q };
}

/** Asks whether there is a record at all. */
const asksForAny = ({ find, limit, sort, filter }: Command) =>
  find && limit === 1 && !sort && Object.keys(Object(filter)).length === 0;

type Plan = { queryPlanner: { winningPlan: unknown } };

/** Read whole on purpose: one record for each service. An engine that weighs costs may read so few as it likes. */
const small = ['retention_reports'];

/** A scan of all ids that tests another field of each record reads the whole collection, whatever its name. */
function isWhole({ queryPlanner: { winningPlan } }: Plan, command: Command): boolean {
  const plan = JSON.stringify(winningPlan);
  if (small.includes(String(command.find))) return false;
  if (plan.includes('"COLLSCAN"')) return true;
  const [{ $match: match } = { $match: {} }] = (command.pipeline ?? []) as { $match?: Command }[];
  const filter = (command.filter ?? command.query ?? match ?? {}) as Command;
  const byId = '_id' in filter || '_id' in ((command.sort ?? {}) as Command);
  return plan.includes('"_id_"') && Object.keys(filter).length > 0 && !byId;
}

/** Those of the commands that read a collection whole. */
export async function wholeReads(herald: Tested, seen: Seen[]): Promise<string[]> {
  const found: string[] = [];
  const asked = new Set<string>();
  for (const one of seen) {
    const command = explainable(one);
    const key = JSON.stringify(command);
    if (!command || asked.has(key) || asksForAny(command)) continue;
    asked.add(key);
    const service = allServices.find(({ name }) => one.database.endsWith(`_${name.replaceAll('-', '_')}`))!;
    const { db } = herald.database(service.name);
    const plan = (await db!.command({ explain: command, verbosity: 'queryPlanner' })) as Plan;
    if (isWhole(plan, command)) found.push(`${service.name}: ${key}`);
  }
  return found;
}
