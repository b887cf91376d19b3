/**
 * Builds all images, starts the compose file with them, and uses the installation through the gateway's port:
 *   npm run deploy:compose-test [-- --small | --services chronos,sapien] [--optional]
 * The services named bring those that they ask; `--small` takes those that a campaign needs. Needs Debian, root and
 * npm, and no registry of images: what cannot be pulled is made of Debian's packages and kept in
 * ~/.cache/herald-images (HERALD_IMAGES). A machine that can run
 * no engine, or make no bases, skips it with `--optional`.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { limitConcurrency } from '@herald/concurrency';
import { allServices } from '../../../apps/platform/src/services';
import { provideBases } from './base-images';
import { containers, root, tag, workspaceImage, type Build } from './compose-settings';
import { composition, type Composition } from './composition';
import { engineObstacle, openEngine, type Engine } from './docker-engine';
import { checkImage, checkReproducible } from './image-checks';
import { journey } from './journey';
import { beginCleanUp, interrupt, timed } from './run';

const dockerfile = readFileSync(join(root, 'deploy/Dockerfile'), 'utf8');
const stageBases = new Map(
  [...dockerfile.matchAll(/^FROM (\S+:\S+) AS (\S+)$/gm)].map(([, base, name]) => [name!, base!]),
);

/** The services named with those that they call, and with the one that registers devices. */
function closure(names: string[]): string[] {
  const wanted = new Set(names);
  if (wanted.has('campaigns')) wanted.add('identification');
  for (const name of wanted)
    for (const called of allServices.find((one) => one.name === name)?.calls ?? []) wanted.add(called);
  return [...wanted];
}

function readOptions() {
  const flag = { type: 'boolean', default: false } as const;
  const { values } = parseArgs({ options: { services: { type: 'string' }, small: flag, optional: flag } });
  const every = Object.keys(containers).filter((name) => containers[name]!.build);
  const asked = values.services?.split(',') ?? (values.small ? ['company', 'notifications', 'campaigns'] : every);
  const unknown = asked.filter((name) => !every.includes(name));
  if (unknown.length > 0)
    throw new Error(`--services: there is no ${unknown.join(', ')}; there are ${every.join(', ')}`);
  return { services: closure(['gateway', ...asked]), isOptional: values.optional };
}

async function buildImages({ docker }: Engine, services: string[]): Promise<void> {
  const build = (image: string, { target = 'service', args }: Pick<Build, 'target' | 'args'>) => {
    const given = Object.entries(args ?? {}).flatMap(([name, value]) => ['--build-arg', `${name}=${value}`]);
    const file = join(root, 'deploy/Dockerfile');
    return docker(['build', '--network', 'host', '-f', file, '--target', target, ...given, '-t', image, root]);
  };
  // First, alone: what npm loads for it serves the others.
  await timed('image of the workspace', () => build(workspaceImage, { target: 'workspace' }));
  await forEach(services, (name) => timed(`image ${name}`, () => build(imageOf(name), containers[name]!.build!)));
}

/** Two at a time: the smallest machine has two cores. */
async function forEach(names: string[], work: (name: string) => Promise<unknown>): Promise<void> {
  const limited = limitConcurrency({ max: 2 });
  await Promise.all(names.map((name) => limited(() => work(name))));
}

const imageOf = (service: string) => `herald/${service}:${tag}`;

async function use(it: Composition, services: string[]): Promise<string[]> {
  const { reaches, prepare, begin, readCard, storeFile } = journey(it);
  const own = services.filter((name) => name !== 'gateway');
  await reaches(own);
  const hasCampaigns = own.includes('campaigns');
  if (hasCampaigns) {
    await timed('a company, an app, devices', prepare);
    await timed('a campaign', async () => (await begin())());
  }
  const secrets = own.includes('sapien') ? await timed('a card', readCard) : [];
  const metrics = secrets.length > 0 ? await it.fetchInside('sapien', 'http://127.0.0.1:8080/metrics') : '';
  if (secrets.some((secret) => metrics.includes(secret)))
    throw new Error('What was read from the card is in the metrics');
  if (own.includes('chronos')) await timed('a file, up and down', storeFile);
  // One after the other: a service that starts while its broker does ends, and is started again.
  for (const restarted of hasCampaigns ? ['campaigns', 'rabbitmq'] : [])
    await timed(`a campaign, while ${restarted} is restarted`, async () => {
      const ended = await begin();
      await it.compose('restart', '-t', '60', restarted);
      await it.healthy(['rabbitmq', 'campaigns', 'notifications']);
      await ended();
    });
  await reaches(own);
  return secrets;
}

/** Containers that are told to stop end with 0, have changed nothing in their image, and have logged no secret. */
async function checkStop({ docker }: Engine, it: Composition, services: string[], secrets: string[]): Promise<void> {
  const ids = new Map<string, string>();
  for (const name of services) ids.set(name, await it.idOf(name));
  await it.compose('stop', '-t', '60', ...services);
  const format = '{{.State.ExitCode}} {{.HostConfig.ReadonlyRootfs}} {{.State.OOMKilled}} {{.RestartCount}}';
  for (const [name, id] of ids) {
    const { output } = await docker(['inspect', '-f', format, id]);
    if (output.trim() !== '0 true false 0') throw new Error(`${name} ended with ${output}`);
    const written = (await docker(['diff', id])).output.split('\n').filter((line) => /^[CD] /.test(line));
    if (written.some((line) => line.startsWith('D') || line.includes('/app')))
      throw new Error(`${name} wrote ${written}`);
  }
  const logs = await it.compose('logs', '--no-color');
  if (!logs.includes('/company/api/v2/company')) throw new Error('The logs hold no request');
  for (const secret of secrets)
    if (logs.includes(secret)) throw new Error('What was read from the card is in the logs');
}

async function test(engine: Engine, services: string[], folder: string): Promise<void> {
  const own = services.filter((name) => name !== 'gateway');
  const ofOthers = [...new Set(stageBases.values()), containers.mongo!.image, containers.rabbitmq!.image];
  const { missing, made } = await ofMachine(provideBases(engine, ofOthers));
  const unable = missing.filter((image) => image !== containers.mongo!.image);
  if (unable.length > 0) throw new Error(`No image can be had or made for ${unable.join(', ')}`);
  console.log(
    `Made of Debian's packages: ${made.join(', ') || 'none'}; database: ${missing[0] ? 'the stand-in' : containers.mongo!.image}`,
  );
  try {
    await timed('all images', () => buildImages(engine, services));
    const megabytes = new Map<string, number>();
    await timed('what the images hold and refuse', () =>
      forEach(own, async (name) => {
        megabytes.set(name, await checkImage(engine, name, imageOf(name), stageBases.get('service')!));
      }),
    );
    await timed('a bundle built again', () => checkReproducible(engine, 'company', imageOf('company')));
    await useComposition(engine, services, folder, missing.length === 0);
    console.log('MB above the base:');
    for (const [name, size] of megabytes) console.log(`${size.toFixed(0).padStart(7)}  ${name}`);
  } finally {
    beginCleanUp();
    // In an engine that was there before, images are left as they were.
    const images = [...made, workspaceImage, ...services.map(imageOf)];
    if (!engine.isOwn) await engine.docker(['image', 'rm', '-f', ...images], { mayFail: true });
  }
}

async function useComposition(engine: Engine, services: string[], folder: string, hasDatabase: boolean): Promise<void> {
  const it = await composition(engine, { folder, services, hasDatabase });
  const started = services.includes('notifications') ? [...services, 'simulators'] : services;
  try {
    await timed('all containers healthy', async () => {
      await it.compose('up', '-d', '--no-build', ...started);
      await it.healthy(services);
    });
    const secrets = await use(it, services);
    const stopping = services.filter((name) => name !== 'gateway');
    await timed('a stop of all services', () => checkStop(engine, it, stopping, secrets));
  } catch (error) {
    console.error((await it.compose('logs', '--tail=25', '--no-color').catch(String)).slice(-12_000));
    throw error;
  } finally {
    beginCleanUp();
    await timed('all containers, volumes and networks removed', () => it.down());
  }
}

async function main(): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);
  const { services, isOptional } = readOptions();
  const folder = mkdtempSync(join(tmpdir(), 'herald-compose-'));
  let engine: Engine | undefined;
  try {
    const obstacle = await engineObstacle();
    if (obstacle) throw new MachineObstacle(obstacle);
    const opened = (engine = await ofMachine(openEngine()));
    await timed('all of it', () => test(opened, services, folder));
  } catch (error) {
    // What fails in the clean-up must not hide it.
    tell(error as Error, isOptional);
  } finally {
    beginCleanUp();
    await engine?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The machine lacks what a test of images needs, such as namespaces or a way to Debian's packages. */
class MachineObstacle extends Error {}

const ofMachine = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: Error) => {
    throw new MachineObstacle(error.message);
  });

function tell(error: Error, isOptional: boolean): void {
  const isSkipped = isOptional && error instanceof MachineObstacle;
  console.error(
    isSkipped ? `\n!!! SKIPPED: the images are not built and not run: ${error.message} !!!\n` : error.message,
  );
  if (!isSkipped) process.exitCode = 1;
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
