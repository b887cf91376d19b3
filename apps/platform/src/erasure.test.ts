import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  deviceRegistered,
  deliveryResults,
  identityUpdated,
  pushBatch,
  serviceLogged,
  type MessageType,
} from '@herald/contracts';
import { topologyOf } from '@herald/messaging';
import { eventually, pushUuid, startForTest, subjectRequests, type Tested } from '@herald/testing';
import { brokerContents, failingConsumers } from './broker-contents.fixture';
import { person, phones, registerPersons, statisticsOf, values } from './person-data.fixture';
import { allServices } from './services';

/** An erasure reaches whatever any service holds of the person, and nothing else. */

let herald: Tested;
beforeEach(async () => (herald = await startForTest(allServices)));
afterEach(() => herald?.stop());

type Row = { place: string; isOfOther: boolean; text: string };

/** Everything that is stored, and whether it is of the other company. */
async function allRows(): Promise<Row[]> {
  const files = await herald.database('chronos').collection('file_registers').find({ company_id: '2' }).toArray();
  const ofOther = new Set<unknown>(['2', ...files.map(({ uuid }) => uuid as string)]);
  const rows: Row[] = [];
  for (const { name } of allServices) {
    const database = herald.database(name);
    for (const { name: collection } of await database.listCollections())
      for (const row of await database.collection(collection).find().toArray()) {
        const isOfOther = ofOther.has(row.company_id) || ofOther.has(row.file_uuid);
        rows.push({ place: `${name}.${collection}`, isOfOther, text: JSON.stringify(row) });
      }
  }
  return rows;
}

async function filesWith(text: string): Promise<number> {
  const folder = fileURLToPath(herald.env.STORAGE_URL!);
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const contents = found.filter((one) => one.isFile()).map((one) => readFile(join(one.parentPath, one.name), 'utf8'));
  return (await Promise.all(contents)).filter((content) => content.includes(text)).length;
}

const holdingAny = (rows: Row[]) =>
  rows
    .filter(({ isOfOther }) => !isOfOther)
    .flatMap(({ place, text }) => values.filter((value) => text.includes(value)).map((value) => `${place}: ${value}`));

/** The devices whose delivery record is stored: it names them by its uuid alone. */
async function sentTo(campaign: string): Promise<string[]> {
  const deliveries = herald.database('notifications').collection('campaign_deliveries');
  const stored = new Set((await deliveries.find().toArray()).map(({ _id }) => String(_id)));
  return [...phones, 'otto-phone'].filter((coreId) => stored.has(pushUuid(campaign, coreId)));
}

/** Messages of each kind become dead letters, and wait for ten minutes. */
async function failMessages() {
  const failing = await failingConsumers(herald);
  for (const type of [deviceRegistered, identityUpdated, pushBatch, deliveryResults, serviceLogged]) {
    await failing.giveUp(type as MessageType<object>);
    await failing.postpone(type as MessageType<object>);
  }
  return failing;
}

/** What waits in the broker and names the person; the other company keeps what it knows. */
async function waitingWith(): Promise<string[]> {
  const waiting = (await brokerContents(herald)).filter(({ text }) => !text.includes('"company_id":"2"'));
  return waiting.flatMap(({ queue, text }) =>
    values.filter((value) => text.includes(value)).map((value) => `${queue}: ${value}`),
  );
}

/** How often what waits names the other person, and messages of the other company. */
async function waitingOfOthers() {
  const { dead, wait } = topologyOf(herald.env.NAMESPACE!);
  const waiting = (await brokerContents(herald)).filter(({ queue }) => [dead, wait(600)].includes(queue));
  const texts = waiting.map(({ text }) => text);
  const named = texts.join().split('otto-phone').length;
  return { named, ofOther: texts.filter((text) => text.includes('"company_id":"2"')).sort() };
}

it('leaves nothing of the person, and everything of others', async () => {
  const failing = await failMessages();
  const { campaign } = await registerPersons(herald);
  await failing.stop();
  expect(new Set((await waitingWith()).map((found) => found.split(':')[1])).size).toBeGreaterThanOrEqual(8);
  expect(new Set((await waitingWith()).map((found) => found.split(':')[0])).size).toBe(2);
  const othersWait = await waitingOfOthers();
  const before = await allRows();
  const statistics = await statisticsOf(herald, campaign);
  expect(await sentTo(campaign)).toEqual([...phones, 'otto-phone']);
  expect(new Set(holdingAny(before).map((found) => found.split(':')[0])).size).toBeGreaterThanOrEqual(14);
  expect(await filesWith(person.name)).toBe(2);
  const { carryOut } = subjectRequests(herald.as({ scope: 'privacy:read privacy:write', companies: [1] }));
  const { answers } = await carryOut('erase', { dni: '7.766.554-k' }, `Letter of ${person.name}`);
  expect(answers.map(({ state }) => state)).toEqual(allServices.map(() => 'done'));
  const after = await allRows();
  expect(holdingAny(after)).toEqual([]);
  // A message that a service has not handled yet is gone once it has.
  await eventually(async () => (await waitingWith()).length === 0).catch(() => {});
  expect(await waitingWith()).toEqual([]);
  expect(await waitingOfOthers()).toEqual(othersWait);
  expect(await statisticsOf(herald, campaign)).toEqual(statistics);
  expect(await sentTo(campaign)).toEqual(['otto-phone']);
  expect(await filesWith(person.name)).toBe(1);
  const ofOthers = (rows: Row[]) => rows.filter(({ isOfOther }) => isOfOther);
  expect(ofOthers(after)).toEqual(ofOthers(before));
  const otto = { dni: '11222333', name: 'Otto', email: 'otto@example.com' };
  expect((await herald.as()(`GET /identification/api/v1/identity/${otto.dni}`)).body.user[0]).toMatchObject(otto);
  expect((await herald.as()('GET /index/v1/device/otto-phone')).status).toBe(200);
});
