import { downloadArchive, startForTest, subjectRequests, type Tested } from '@herald/testing';
import { person, phones, registerPersons, values } from './person-data.fixture';
import { allServices } from './services';

/** The copy holds what every service has of the person, and nothing of others. */

let herald: Tested;
beforeAll(async () => {
  herald = await startForTest(allServices);
  await registerPersons(herald);
});
afterAll(() => herald?.stop());

const request = (kind: string) =>
  subjectRequests(herald.as({ scope: 'privacy:read privacy:write', companies: [1] })).carryOut(kind, {
    dni: person.dni,
  });

it('gives the person everything in one file, by a link that needs no token, until the person is erased', async () => {
  const { file, answers } = await request('access');
  const files = await downloadArchive(file);
  const folders = [...files.keys()].map((name) => name.replace(/files\/[^/]+/, 'files/<uuid>'));
  expect(folders.toSorted()).toEqual([
    'audit/audit_records.json',
    'campaigns/targets.json',
    'chronos/file_registers.json',
    'chronos/files/<uuid>/1-Quillapan.txt',
    'core-idp/profiles.json',
    'identification/devices.json',
    'identification/persons.json',
    'index.html',
    'index/devices.json',
    'index/identities.json',
    'notifications/campaign_deliveries.json',
    'notifications/deliveries.json',
    'notifications/push_tokens.json',
    'sapien/credentials.json',
  ]);
  const all = [...files.values()].join('\n');
  const secrets = ['zenobia-push-token', 'correct horse'];
  // Variables of a message go when it is sent; other spellings of the number are stored nowhere.
  const unstored = [...secrets, 'a gift for Zenobia', '7.766.554-K'];
  for (const value of values.filter((one) => !unstored.includes(one))) expect(all).toContain(value);
  for (const foreign of [...secrets, 'Otto', 'otto@example.com', 'otto-phone', 'shared-phone'])
    expect(all).not.toContain(foreign);
  const page = files.get('index.html')!;
  for (const word of ['Copia de sus datos', 'Copy of your data', person.email, phones[1]]) expect(page).toContain(word);
  expect(answers.every(({ state }) => state === 'done')).toBe(true);

  const rows = await herald.database('chronos').collection('copy_parts').countDocuments();
  expect(rows).toBe(0);
  await request('erase');
  expect((await fetch(file)).status).toBe(404);
});
