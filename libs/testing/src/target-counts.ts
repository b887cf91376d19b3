type Cursor = { toArray(): Promise<unknown[]> };
type Collection = { countDocuments(filter: object): Promise<number>; find(filter: object): Cursor };
type Database = { collection(name: 'targets' | 'target_lists'): Collection };
type List = { core_ids: string[]; settled: string; settlements: { status: 'sended' | 'fails'; devices: number }[] };

/** How many targets of a campaign are in which state, asked of the database of campaigns itself. */
export async function targetCounts(campaigns: Database, uuid: string) {
  const total = await campaigns.collection('targets').countDocuments({ _id: { $gte: `${uuid}/`, $lt: `${uuid}0` } });
  const lists = (await campaigns.collection('target_lists').find({ campaign_uuid: uuid }).toArray()) as List[];
  const settlements = lists.flatMap((list) => list.settlements);
  const countOf = (status: string) =>
    settlements.reduce((sum, one) => (one.status === status ? sum + one.devices : sum), 0);
  // One blank for each device without an outcome.
  const pending = lists.reduce((sum, { settled }) => sum + settled.split(' ').length - 1, 0);
  const listed = new Set(lists.flatMap(({ core_ids }) => core_ids)).size;
  if (listed !== total) throw new Error(`${listed} devices are in lists, ${total} are targets`);
  return { total, pending, fails: countOf('fails'), sended: countOf('sended') };
}
