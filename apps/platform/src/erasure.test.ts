import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually, startForTest, type Tested } from '@herald/testing';
import { person, registerPersons, statisticsOf, values } from './person-data.fixture';
import { allServices } from './services';

/** An erasure reaches whatever any service holds of the person, and nothing else. */
const requests = '/identification/api/v1/subject_request';

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

async function erase(subject: object) {
  const body = { company_id: 1, kind: 'erase', subject, reason: `Letter of ${person.name}` };
  const { status, body: answer } = await herald.as({ scope: 'privacy:write', companies: [1] })(`POST ${requests}`, {
    body,
  });
  expect([status, answer]).toEqual([201, expect.anything()]);
  return answer.subject_request.uuid as string;
}

const read = async (uuid: string) =>
  (await herald.as({ scope: 'privacy:read', companies: [1] })(`GET ${requests}/${uuid}`)).body.subject_request;
const ended = (uuid: string) =>
  eventually(async () => {
    const request = await read(uuid);
    return request.state === 'done' && request;
  });

it('leaves nothing of the person, and everything of others', async () => {
  const { campaign } = await registerPersons(herald);
  const before = await allRows();
  const statistics = await statisticsOf(herald, campaign);
  expect(new Set(holdingAny(before).map((found) => found.split(':')[0])).size).toBeGreaterThanOrEqual(14);
  expect(await filesWith(person.name)).toBe(2);
  const { answers } = await ended(await erase({ dni: '7.766.554-k' }));
  expect(answers.map(({ state }: { state: string }) => state)).toEqual(allServices.map(() => 'done'));
  const after = await allRows();
  expect(holdingAny(after)).toEqual([]);
  expect(await statisticsOf(herald, campaign)).toEqual(statistics);
  expect(await filesWith(person.name)).toBe(1);
  const ofOthers = (rows: Row[]) => rows.filter(({ isOfOther }) => isOfOther);
  expect(ofOthers(after)).toEqual(ofOthers(before));
  const otto = { dni: '11222333', name: 'Otto', email: 'otto@example.com' };
  expect((await herald.as()(`GET /identification/api/v1/identity/${otto.dni}`)).body.user[0]).toMatchObject(otto);
  expect((await herald.as()('GET /index/v1/device/otto-phone')).status).toBe(200);
});
