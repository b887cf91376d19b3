import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { joinOrStart } from './join-or-start';

/**
 * The stand-ins alone: `nx up embedded`. Prints their addresses and runs until it is told to stop; what clients must know
 * besides, keys included, lies in DATA_DIR/embedded.json.
 */
async function main(): Promise<void> {
  const dataDir = resolve(process.env.DATA_DIR ?? '.data');
  mkdirSync(dataDir, { recursive: true });
  const { urls, stop } = await joinOrStart(dataDir);
  console.error('herald: stand-ins for development run; they are not meant for production');
  console.log(JSON.stringify(Object.fromEntries(Object.entries(urls).filter(([name]) => name.endsWith('_URL')))));
  const end = () => void stop().then(() => process.exit(0));
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, end);
  // Whoever started us may be gone without a word: then nobody needs us.
  process.stdin.resume().on('end', () => (process.env.STOP_WITH_STDIN ? end() : undefined));
}

void main();
