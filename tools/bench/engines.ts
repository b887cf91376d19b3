import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startNode } from '@herald/testing';

export type Engines = { mongoUrl: string; amqpUrl: string; mongo: string; amqp: string; stop(): Promise<void> };

/**
 * Database and broker of a measurement: those of the environment, else a RabbitMQ of this machine, else the stand-ins.
 */
export async function openEngines(): Promise<Engines> {
  const { MONGO_URL, AMQP_URL } = process.env;
  const dir = mkdtempSync(join(tmpdir(), 'herald-engines-'));
  const rabbit = AMQP_URL ? undefined : await ownRabbit(dir);
  const standIns = MONGO_URL && (AMQP_URL ?? rabbit) ? undefined : await ownStandIns(dir);
  return {
    mongoUrl: MONGO_URL ?? standIns!.urls.MONGO_URL!,
    amqpUrl: AMQP_URL ?? rabbit ?? standIns!.urls.AMQP_URL!,
    mongo: MONGO_URL ?? 'the stand-in',
    amqp: AMQP_URL ?? (rabbit ? 'RabbitMQ' : 'the stand-in'),
    async stop() {
      await standIns?.process.end();
      if (rabbit) execFileSync(process.execPath, ['--import', 'tsx', 'tools/rabbitmq.ts', 'stop', dir]);
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

async function ownRabbit(dir: string): Promise<string | undefined> {
  const args = ['--import', 'tsx', 'tools/rabbitmq.ts', 'start', dir, String(await freePort())];
  try {
    return execFileSync(process.execPath, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined;
  }
}

async function ownStandIns(dataDir: string) {
  const env = { ...process.env, DATA_DIR: dataDir };
  const standIns = startNode(['--import', 'tsx', 'libs/standins/stack/src/main.ts'], { env });
  await standIns.printed('}\n');
  const line = standIns
    .output()
    .split('\n')
    .find((one) => one.startsWith('{'))!;
  return { process: standIns, urls: JSON.parse(line) as Record<string, string> };
}
