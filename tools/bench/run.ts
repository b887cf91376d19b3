import { startInstallation, type Installation, type InstallationOptions } from '@herald/testing';
import { openEngines, type Engines } from './engines';

/** Runs a benchmark. Its failure is a line, and the exit code. */
export async function runBench(main: () => void | Promise<void>): Promise<void> {
  try {
    await main();
    // A timer of the database's driver may outlive its connection.
    process.exit();
  } catch (error) {
    console.error(`bench: ${(error as Error).message}`);
    process.exit(1);
  }
}

/** Runs a benchmark on engines, which end with it. Prints which they are, and its other conditions. */
export const runOnEngines = (measure: (engines: Engines) => Promise<void>, ...conditions: string[]): Promise<void> =>
  runBench(async () => {
    const engines = await openEngines();
    console.log([`database: ${engines.mongo}`, `broker: ${engines.amqp}`, ...conditions].join('; '));
    await measure(engines).finally(engines.stop);
  });

/** Runs a benchmark on an installation of its own, which ends with it. */
export const runOnInstallation = (
  options: Omit<InstallationOptions, 'mongoUrl' | 'amqpUrl'>,
  measure: (it: Installation, engines: Engines) => Promise<void>,
  ...conditions: string[]
): Promise<void> =>
  runOnEngines(
    async (engines) => {
      const { mongoUrl, amqpUrl } = engines;
      const it = await startInstallation({ ...options, mongoUrl, amqpUrl });
      await measure(it, engines).finally(it.stop);
    },
    ...conditions,
  );
