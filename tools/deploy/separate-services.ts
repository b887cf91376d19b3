import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { services, type ServiceName } from '@herald/contracts';
import { connectDatabase } from '@herald/persistence';
import { databaseName } from '@herald/service';
import { freePort, programFlags, type Process } from '@herald/testing';
import { productionSettings, startUnprivileged } from './processes';

const urlSetting = (name: ServiceName) => `${name.toUpperCase().replaceAll('-', '_')}_URL`;
const root = join(__dirname, '../..');
export type Separate = {
  /** Where a service answers, or would answer. */
  portOf(name: ServiceName): number;
  start(name: ServiceName): Promise<void>;
  end(name: ServiceName, signal?: NodeJS.Signals): Promise<number | null>;
  /** Ends all that run and drops what they stored. */
  stop(): Promise<void>;
};

/** Services as their own programs in production, each with its port; `folder` takes their files. */
export async function separateServices(
  names: ServiceName[],
  namespace: string,
  folder: string,
  settingsOf: (name: ServiceName) => NodeJS.ProcessEnv = () => ({}),
): Promise<Separate> {
  execFileSync(process.execPath, ['--import', 'tsx', 'tools/build.ts', ...names], { cwd: root });
  const all = Object.keys(services) as ServiceName[];
  const ports = new Map<ServiceName, number>();
  for (const name of all) ports.set(name, await freePort());
  const portOf = (name: ServiceName) => ports.get(name)!;
  const urls = Object.fromEntries(all.map((name) => [urlSetting(name), `http://127.0.0.1:${portOf(name)}`]));
  const STORAGE_URL = pathToFileURL(join(folder, 'files')).href;
  const running = new Map<ServiceName, Process>();

  const start = async (name: ServiceName) => {
    const env = { ...productionSettings(portOf(name), namespace), ...urls, STORAGE_URL, ...settingsOf(name) };
    const program = [...programFlags, join(root, 'dist/apps', name, 'main.js')];
    const one = startUnprivileged(process.execPath, program, { env });
    running.set(name, one);
    await one.ready(urls[urlSetting(name)]!);
  };
  const end = async (name: ServiceName, signal?: NodeJS.Signals) => {
    const code = (await running.get(name)?.end(signal)) ?? null;
    running.delete(name);
    return code;
  };
  return {
    portOf,
    start,
    end,
    async stop() {
      await Promise.all([...running.keys()].map((name) => end(name)));
      const databases = await connectDatabase(process.env.MONGO_URL!);
      for (const name of names) await databases.database(databaseName(namespace, name)).dropDatabase();
      await databases.close();
    },
  };
}
