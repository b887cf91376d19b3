import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'node:http';
import { deliveriesOf, eventually, pushUuid } from '@herald/testing';
import {
  campaignInstallation,
  diceOf,
  watchStatistics,
  type CampaignInstallation,
} from './campaign-installation.fixture';

/** Ten thousand reports while the campaign is being sent: repeated, out of order, of strangers. */
const devices = 5_000;
const reports = 10_000;
const sockets = 50;
const actions = ['RECEIVED', 'RECEIVED', 'PRESS_ACTION', 'CLOSED', 'UNKNOWN'] as const;

let it_: CampaignInstallation;
beforeAll(async () => {
  it_ = await campaignInstallation({ devices, latencyMs: 20, tokenOf: (number) => `phone-${number}` });
});
afterAll(() => it_?.stop());

const coreIdOf = (number: number) => `0b1e2c4d-5b7e-4a58-9f0c-${String(number).padStart(12, '0')}`;

type Report = { core_id: string; notification_uuid: string; action: string };
const agent = new Agent({ keepAlive: true, maxSockets: sockets });

/** The status of a report; sockets are bounded by the agent. */
function report(body: Report, token: string): Promise<number> {
  const { hostname, port } = new URL(it_.urlOf('notifications'));
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const options = { agent, hostname, port, path: '/notifications/v2/device/report', method: 'POST', headers };
  return new Promise((resolve, reject) => {
    const sent = request(options, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
    });
    sent.once('error', reject).end(JSON.stringify(body));
  });
}

type Target = { _id: string; action?: string };
type Delivery = { _id: string; action?: string | null };

async function rowsAndRecords(uuid: string) {
  const own = { _id: { $gte: `${uuid}/`, $lt: `${uuid}0` } } as object;
  const targets = await it_.database('campaigns').collection('targets').find(own).toArray();
  const records = await it_
    .database('notifications')
    .collection('campaign_deliveries')
    .find(deliveriesOf(uuid))
    .toArray();
  return { targets: targets as unknown as Target[], records: records as unknown as Delivery[] };
}

it('changes only what a report may change, and counts each device under its latest action', async () => {
  const uuid = await it_.send();
  const watch = watchStatistics(it_, uuid);
  const dice = diceOf(21);
  const statuses = new Map<string, number>();
  const count = (kind: string, status: number) =>
    statuses.set(`${kind} ${status}`, (statuses.get(`${kind} ${status}`) ?? 0) + 1);
  const one = async (at: number): Promise<void> => {
    const number = Math.floor(dice() * devices);
    const action = actions[Math.floor(dice() * actions.length)]!;
    const body = { core_id: coreIdOf(number), notification_uuid: pushUuid(uuid, coreIdOf(number)), action };
    // Some reports name another device, or come from a caller of another company.
    if (at % 20 === 0) count('stranger', await report(body, it_.token({ coreId: coreIdOf(number + 1) })));
    else if (at % 20 === 1) count('other company', await report(body, it_.token({ companies: [2] })));
    else if (at % 2 === 0) count('device', await report(body, it_.token({ companies: [1], coreId: body.core_id })));
    else count('service', await report(body, it_.token({ companies: [1] })));
  };
  let next = 0;
  const worker = async () => {
    while (next < reports) await one(next++);
  };
  await eventually(async () => (await it_.totals()).accepted > 100);
  await Promise.all(Array.from({ length: sockets * 2 }, worker));
  await it_.ended(uuid);
  // All reports have been counted once nothing is marked any more and the counts agree with the rows.
  const batches = it_.database('campaigns').collection('batches');
  const { targets, records } = await eventually(async () => {
    expect(await batches.countDocuments({ campaign_uuid: uuid, uncounted: { $exists: true } })).toBe(0);
    const both = await rowsAndRecords(uuid);
    const actionOf = new Map(both.records.map((record) => [record._id, record.action ?? undefined]));
    const reported = (target: Target) => actionOf.get(pushUuid(uuid, target._id.split('/')[1]!));
    const differing = both.targets.filter((target) => reported(target) !== target.action);
    expect(differing).toEqual([]);
    return both;
  });
  const { wrong, reads } = await watch.end();
  const { statistics } = await it_.readCampaign(uuid);
  const countOf = (action: string) => targets.filter((target) => target.action === action).length;
  process.stdout.write(`${reads} reads; ${JSON.stringify([...statuses])}; ${JSON.stringify(statistics)}\n`);
  expect(wrong).toEqual([]);
  expect(statistics).toMatchObject({ total: devices, pending: 0, fails: 0, sended: devices });
  for (const [action, number] of Object.entries(statistics.actions))
    expect([action, number]).toEqual([action, countOf(action)]);
  expect(records).toHaveLength(devices);
  expect([...statuses.keys()].filter((kind) => kind.startsWith('stranger'))).toEqual(['stranger 403']);
  expect([...statuses.keys()].filter((kind) => kind.startsWith('other'))).toEqual(['other company 404']);
  // Before a device is sent to there is nothing to report.
  const known = [...statuses.keys()].filter((kind) => !/^(stranger|other)/.test(kind)).sort();
  for (const kind of known) expect(kind).toMatch(/^(device|service) (200|404)$/);
}, 600_000);

it('never turns an action back, whatever comes later', async () => {
  const uuid = await it_.send({ notifications: [{ core_id: coreIdOf(0), variables: {} }] });
  await it_.ended(uuid);
  const body = { core_id: coreIdOf(0), notification_uuid: pushUuid(uuid, coreIdOf(0)) };
  const token = it_.token({ companies: [1] });
  for (const action of ['CLOSED', 'RECEIVED', 'RECEIVED']) expect(await report({ ...body, action }, token)).toBe(200);
  const counted = { RECEIVED: 0, PRESS_ACTION: 0, CLOSED: 1, UNKNOWN: 0 };
  const isCounted = async () => {
    expect((await it_.readCampaign(uuid)).statistics.actions).toEqual(counted);
    return true;
  };
  await eventually(isCounted);
  // What comes late is counted within a second.
  await sleep(1_500);
  await isCounted();
});
