type Cursor = { toArray(): Promise<unknown[]> };
type Collection = { find(filter: object): Cursor };
type Database = { collection(name: 'entries' | 'target_lists'): Collection };
type Settlement = { status: 'sended' | 'fails'; devices: number };
type List = { core_ids?: string[]; entries_id?: string; settled: string; settlements: Settlement[] };

/** How many targets of a campaign are in which state, asked of the database of campaigns itself. */
export async function targetCounts(campaigns: Database, uuid: string) {
  const lists = (await campaigns.collection('target_lists').find({ campaign_uuid: uuid }).toArray()) as List[];
  const settlements = lists.flatMap((list) => list.settlements);
  const countOf = (status: string) =>
    settlements.reduce((sum, one) => (one.status === status ? sum + one.devices : sum), 0);
  const sum = (numberOf: (list: List) => number) => lists.reduce((all, list) => all + numberOf(list), 0);
  // One character for each device, a blank for one without an outcome.
  const total = sum(({ settled }) => settled.length);
  const pending = sum(({ settled }) => settled.split(' ').length - 1);
  const devices = new Set(await listedDevices(campaigns, lists)).size;
  if (devices !== total) throw new Error(`${devices} devices are in lists of ${total} targets`);
  return { total, pending, fails: countOf('fails'), sended: countOf('sended') };
}

async function listedDevices(campaigns: Database, lists: List[]): Promise<string[]> {
  const ids = lists.flatMap(({ core_ids, entries_id }) => (core_ids ? [] : entries_id!));
  const entries = await campaigns
    .collection('entries')
    .find({ _id: { $in: ids } })
    .toArray();
  return [...lists, ...(entries as { core_ids: string[] }[])].flatMap(({ core_ids = [] }) => core_ids);
}
