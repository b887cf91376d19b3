import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { message, string } from '@herald/contracts';
import { connectBroker, consumer, newMessage, Unrecoverable, type Broker } from '@herald/messaging';
import { eventually } from '@herald/testing';

const greeted = message('greeted', { name: string() }, { personal: [], impersonal: ['name'] });
const NAMESPACE = `t${randomBytes(6).toString('hex')}`;
const dataDir = mkdtempSync(join(tmpdir(), 'herald-'));

type Ran = { code: number; out: string; error: string };
function run(
  args: string[],
  env: Record<string, string | undefined> = { AMQP_URL: process.env.AMQP_URL },
): Promise<Ran> {
  const options = { cwd: join(__dirname, '..'), env: { PATH: process.env.PATH, NAMESPACE, DATA_DIR: dataDir, ...env } };
  return new Promise((resolve) => {
    execFile(process.execPath, ['--import', 'tsx', 'tools/dead-letters.ts', ...args], options, (failure, out, error) =>
      resolve({ code: Number(failure?.code ?? 0), out, error }),
    );
  });
}

let broker: Broker;
let isMended = false;
const taken: string[] = [];
beforeAll(async () => {
  broker = await connectBroker(process.env.AMQP_URL!, { namespace: NAMESPACE, onError: () => {} });
  const refusing = consumer({
    name: 'on-greeted',
    on: greeted,
    async handle({ name }) {
      if (!isMended) throw new Unrecoverable('There is no such campaign');
      taken.push(name);
    },
  });
  await broker.consume('one', refusing, {});
});
afterAll(async () => {
  await broker.close();
  rmSync(dataDir, { recursive: true, force: true });
});

it('says in one line what it is not told, or told wrongly', async () => {
  for (const args of [[], ['show'], ['list', 'more']])
    expect(await run(args)).toMatchObject({
      code: 1,
      error: expect.stringMatching(/^dead-letters: Usage: npm run .*\n$/),
    });
  expect((await run(['list', '--limit', '0'])).error).toBe('dead-letters: --limit must be a number above zero\n');
  expect((await run(['list', '--qeue', 'x'])).error).toMatch(/^dead-letters: Unknown option '--qeue'.*\n$/);
  const nowhere = `dead-letters: AMQP_URL is not set, and no development stack runs on ${dataDir}\n`;
  expect(await run(['list'], {})).toEqual({ code: 1, out: '', error: nowhere });
  const nobody = await run(['list'], { AMQP_URL: 'amqp://user:hunter2@127.0.0.1:1' });
  expect(nobody).toEqual({ code: 1, out: '', error: 'dead-letters: AMQP_URL: no broker answers (ECONNREFUSED)\n' });
});

it('shows what died, sends it back, and says when nothing is there or a name is unknown', async () => {
  const nothing = { code: 0, out: 'No dead letters\n', error: '' };
  expect(await run(['list'])).toEqual(nothing);
  const message = newMessage(greeted, { name: 'Ada' });
  await broker.publish(message);
  const listed = await eventually(async () => {
    const ran = await run(['list', '--queue', 'one.on-greeted']);
    return ran.out.includes(message.id) ? ran : undefined;
  });
  const [head, row, total] = listed.out.split('\n');
  expect(head).toMatch(/^sent +from +tries +type +id +reason$/);
  expect(row!.split(/ {2,}/)).toEqual([
    ...[message.at, `${NAMESPACE}.one.on-greeted`, '1', 'greeted', message.id, 'There is no such campaign'],
  ]);
  expect([total, listed.out.includes('Ada')]).toEqual(['1 dead letter', false]);
  const gone = `dead-letters: There is no queue ${NAMESPACE}.one.on-gretted, and no dead letter from it\n`;
  expect(await run(['redrive', '--queue', 'one.on-gretted'])).toEqual({ code: 1, out: '', error: gone });
  expect((await run(['redrive', '--id', 'x'])).out).toBe('No dead letters with the id x\n');

  isMended = true;
  // The development stack's own file says where its broker is.
  writeFileSync(join(dataDir, 'embedded.json'), JSON.stringify({ urls: { AMQP_URL: process.env.AMQP_URL } }));
  expect(await run(['redrive', '--id', message.id], {})).toEqual({
    code: 0,
    out: '1 dead letter sent back\n',
    error: '',
  });
  await eventually(() => taken.length === 1);
  expect(await run(['list'])).toEqual(nothing);
});
