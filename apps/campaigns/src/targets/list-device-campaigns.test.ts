import { named, startCampaigns, type TestedCampaigns } from '../start-campaigns.fixture';

/** The commands that read lists of targets. */
const listReads: Record<string, unknown>[] = [];
const onQuery = (_database: string, command: Record<string, unknown>) => {
  if (command.find === 'target_lists' || command.aggregate === 'target_lists') listReads.push(command);
};
let herald: TestedCampaigns;
beforeAll(async () => (herald = await startCampaigns([], {}, onQuery)));
afterAll(() => herald?.stop());

const list = async (core_id: string, companies = [1]) => {
  const path = `/campaigns/api/v1/company/1/device/${encodeURIComponent(core_id)}/campaign`;
  const { status, body } = await herald.as(companies)(`GET ${path}`);
  return { status, ...body.data };
};

it('lists what became of a device in the campaigns of its company, the newest first', async () => {
  const sent = await herald.start({ name: 'Sent', notifications: named('a/1', 'b') });
  await herald.settle(await herald.firstBatch(sent));
  await herald.isRead(sent, { terminated: true });
  const failed = await herald.start({ name: 'Failed', notifications: named('a/1') });
  await herald.settle(await herald.firstBatch(failed), [{ reason: 'gone', core_ids: ['a/1'] }]);
  await herald.isRead(failed, { terminated: true });
  const other = await herald.start({ notifications: named('b') });
  await herald.firstBatch(other);
  const { searched, campaigns } = await list('a/1');
  expect(searched).toBe(3);
  const known = { terminated: true, is_test: false, action: null, settled_at: expect.stringMatching(/Z$/) };
  expect(new Set(campaigns)).toEqual(
    new Set([
      expect.objectContaining({ uuid: failed, name: 'Failed', status: 'fails', reason: 'gone', ...known }),
      expect.objectContaining({ uuid: sent, name: 'Sent', status: 'sended', reason: null, ...known }),
    ]),
  );
  expect(await list('unknown')).toMatchObject({ status: 200, campaigns: [] });
  expect((await list('a/1', [2])).status).toBe(403);
});

it('lets the database find the device in the lists of all campaigns, with two commands', async () => {
  for (const core_id of ['many', 'many', '$many']) {
    const uuid = await herald.start({ notifications: named(core_id, 'other') });
    await herald.settle(await herald.firstBatch(uuid));
    await herald.isRead(uuid, { terminated: true });
  }
  listReads.splice(0);
  expect((await list('many')).campaigns).toEqual(Array(2).fill(expect.objectContaining({ status: 'sended' })));
  expect(listReads).toHaveLength(2);
  expect(JSON.stringify(listReads)).toContain('$indexOfArray');
  expect((await list('$many')).campaigns).toEqual([expect.objectContaining({ status: 'sended' })]);
});
