import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@herald/testing';
import { stringify } from 'yaml';
import { overrides, root, writeSettings } from './compose-settings';
import type { Engine } from './docker-engine';
import { Hopeless, waitUntil } from './run';

export type Composition = {
  url: string;
  compose(...args: string[]): Promise<string>;
  /** The id of a service's container. */
  idOf(service: string): Promise<string>;
  healthy(services: string[]): Promise<void>;
  /** What is answered inside of a service's container. */
  fetchInside(service: string, url: string): Promise<string>;
  /** Removes all of it, and throws if something is left. */
  down(): Promise<void>;
};
type Options = { folder: string; services: string[]; hasDatabase: boolean };

/** The compose file as it is, with the settings that it asks for, and a stand-in for each part that cannot be had. */
export async function composition(engine: Engine, { folder, services, hasDatabase }: Options): Promise<Composition> {
  const { docker } = engine;
  const project = `herald-${randomBytes(4).toString('hex')}`;
  const port = await freePort();
  const settings = await writeSettings(folder, port);
  const override = join(folder, 'override.yml');
  writeFileSync(override, stringify({ services: await overrides(folder, services, hasDatabase) }));
  const files = ['-f', join(root, 'docker-compose.yml'), '-f', override];
  const options = ['--project-directory', root, '--env-file', settings, '-p', project, ...files];
  const compose = async (...args: string[]) => (await engine.compose([...options, ...args])).output;
  const idOf = (service: string) => containerOf(engine, project, service);
  return {
    url: `http://127.0.0.1:${port}`,
    compose,
    idOf,
    async healthy(names) {
      for (const name of names)
        await waitUntil(async () => isHealthy(engine, await idOf(name)), healthyTimeoutMs).catch(
          async (cause: Error) => {
            const log = await compose('logs', '--tail=40', name);
            throw new Error(`${name} is not healthy:\n${log.slice(-6_000)}`, { cause });
          },
        );
    },
    async fetchInside(service, url) {
      const script = `fetch('${url}').then((answer) => answer.text()).then((text) => process.stdout.write(text))`;
      return (await docker(['exec', await idOf(service), 'node', '-e', script])).output;
    },
    async down() {
      await compose('down', '-v', '--remove-orphans', '-t', '60');
      await expectNothingOf(engine, project);
    },
  };
}

/** Many that start at once on a busy machine take their time. */
const healthyTimeoutMs = 600_000;

async function containerOf({ docker }: Engine, project: string, service: string): Promise<string> {
  const about = { project, service, oneoff: 'False' };
  const labels = Object.entries(about).map(([name, value]) => `label=com.docker.compose.${name}=${value}`);
  const { output } = await docker(['ps', '-aq', '--no-trunc', ...labels.flatMap((label) => ['--filter', label])]);
  const id = output.trim();
  if (!/^[0-9a-f]{64}$/.test(id)) throw new Error(`${service} has no container, or several: ${id}`);
  return id;
}

/** Whether a container is healthy. One that ended and was started again by the engine has failed. */
async function isHealthy({ docker }: Engine, id: string): Promise<boolean> {
  const { output } = await docker(['inspect', '-f', '{{.State.Health.Status}} {{.RestartCount}}', id]);
  const [health, restarts] = output.trim().split(' ');
  if (restarts !== '0') throw new Hopeless(`It ended and was started again: ${restarts} times`);
  return health === 'healthy';
}

async function expectNothingOf({ docker }: Engine, project: string): Promise<void> {
  const filter = ['--filter', `label=com.docker.compose.project=${project}`];
  for (const list of ['ps -aq', 'volume ls -q', 'network ls -q']) {
    const { output } = await docker([...list.split(' '), ...filter]);
    if (output.trim()) throw new Error(`${list}: left behind: ${output}`);
  }
}
