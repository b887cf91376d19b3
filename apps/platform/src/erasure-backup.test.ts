import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startForTest, subjectRequests, type Tested } from '@herald/testing';
import { backUp, bsonNumber, foundInBackup, restore } from './dump.fixture';
import { person, place, registerPersons, values } from './person-data.fixture';
import { allServices } from './services';

/** A backup that is made after an erasure holds nothing of the person; one made before it is erased again. */
const root = join(__dirname, '../../..');
const searched = [...values.map((value) => Buffer.from(value)), bsonNumber(place)];

let herald: Tested;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'herald-backups-'));
  herald = await startForTest(allServices);
});
afterAll(async () => {
  await herald?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The person is known to both companies. */
async function erase(): Promise<void> {
  for (const company_id of [1, 2])
    await subjectRequests(herald.as(), company_id).carryOut('erase', { dni: person.dni });
}

function command({ env }: Tested, args: string[], input = '') {
  const { MONGO_URL, NAMESPACE, SERVICE_JWT_SECRET, PATH } = { ...process.env, ...env };
  const running = promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', 'apps/identification/src/erasures.command.ts', ...args],
    { cwd: root, env: { MONGO_URL, NAMESPACE, SERVICE_JWT_SECRET, PATH } },
  );
  running.child.stdin!.end(input);
  return running;
}

it('leaves nothing in a backup, and erases again what an earlier backup brings back', async () => {
  await registerPersons(herald);
  const [earlier, later, restored] = ['earlier', 'later', 'restored'].map((name) => join(folder, name));
  await backUp(herald, earlier!);
  const since = new Date().toISOString();
  expect(new Set(await foundInBackup(earlier!, searched)).size).toBeGreaterThan(30);
  const foundValues = (await foundInBackup(earlier!, searched)).map((one) => one.split(': ').at(-1));
  expect(foundValues).toContain(bsonNumber(place).toString());
  await erase();
  await backUp(herald, later!);
  expect(await foundInBackup(later!, searched)).toEqual([]);

  const { stdout: list } = await command(herald, ['list']);
  expect(list.trim().split('\n')).toHaveLength(2);
  for (const value of values) expect(list).not.toContain(value);
  const other = await startForTest(allServices);
  try {
    await restore(other, earlier!);
    expect((await other.as()(`GET /identification/api/v1/identity/${person.dni}`)).body.user).toHaveLength(2);
    // Later erasures than these are none: the person of an earlier one may have returned before the backup.
    const none = await command(other, ['again', '--since', new Date().toISOString()], list);
    expect(none.stdout).toContain('2 erasures read, 0 to be carried out again');
    const { stdout } = await command(other, ['again', '--since', since], list);
    expect(stdout).toContain('2 erasures read, 2 to be carried out again\n2 done, 0 refused');
    await backUp(other, restored!);
    expect(await foundInBackup(restored!, searched)).toEqual([]);
    expect((await other.as()('GET /index/v1/device/otto-phone')).status).toBe(200);
    const again = await command(other, ['again', '--since', since], list);
    expect(again.stdout).toContain('2 erasures read, 0 to be carried out again');
  } finally {
    await other.stop();
  }
}, 400_000);

it('says what is wrong with its input', async () => {
  const failing = async (args: string[], input = '') =>
    command(herald, args, input).then(
      () => 'It succeeded',
      ({ stderr }: { stderr: string }) => stderr.split('\n').find((line) => line.startsWith('erasures:')),
    );
  expect(await failing(['again'])).toMatch('--since must be the moment of the backup');
  expect(await failing(['again', '--since', '2026-03-01'])).toMatch('is empty');
  expect(await failing(['again', '--since', '2026-03-01'], 'no json\n')).toMatch('Line 1 is no erasure');
  expect(await failing(['what'])).toMatch('usage');
});
