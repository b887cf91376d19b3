import { freePort, programFlags, startNode, type Process } from '@herald/testing';

/** Printed once it is ready and the demo data are made. */
const lastLine = 'event/service?per_page=2"';
const startTimeoutMs = 180_000;

/** Starts the built platform, all services and the stand-ins in one process, on a port of its own. */
export async function startPlatform(
  env: NodeJS.ProcessEnv,
  nodeArgs: string[] = [],
): Promise<{ process: Process; url: string }> {
  const PORT = String(await freePort());
  const args = [...programFlags, ...nodeArgs, 'dist/apps/platform/main.js'];
  const process = startNode(args, { env: { ...env, PORT } });
  await process.printed(lastLine, startTimeoutMs);
  return { process, url: `http://127.0.0.1:${PORT}` };
}
