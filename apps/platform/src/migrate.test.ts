import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { connectDatabase } from '@herald/persistence';
import { databaseName } from '@herald/service';
import { allServices } from './services';

const root = join(__dirname, '../../..');
const namespace = `t${randomBytes(6).toString('hex')}`;

type Ended = { code: number; lines: string[] };

/** As `npm run migrate` does. */
function migrate(...args: string[]): Promise<Ended> {
  const { PATH, MONGO_URL, TMPDIR } = process.env;
  const env = { PATH, MONGO_URL, TMPDIR, NAMESPACE: namespace };
  const command = ['--import', 'tsx', 'apps/platform/src/main.ts', 'migrate', ...args];
  return new Promise((resolve) => {
    execFile(process.execPath, command, { cwd: root, env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), lines: `${stdout}${stderr}`.trim().split('\n') }),
    );
  });
}

afterAll(async () => {
  const server = await connectDatabase(process.env.MONGO_URL!);
  for (const { name } of allServices) await server.database(databaseName(namespace, name)).dropDatabase();
  await server.close();
});

it('migrates the databases of all services to what they declare, whatever the engine makes of it', async () => {
  expect((await migrate('--check')).code).toBe(1);
  const first = await migrate();
  expect(first.code).toBe(0);
  for (const { name, migrations = [] } of allServices)
    expect(first.lines).toContain(`${name}: schema ${migrations.length}`);
  const second = await migrate();
  expect(second.lines.filter((line) => !line.endsWith(', nothing to do'))).toEqual([]);
  expect(await migrate('--check')).toEqual({ code: 0, lines: ['All collections and indexes are as declared'] });
}, 300_000);
