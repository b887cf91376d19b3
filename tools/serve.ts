/** Builds one app and runs it until a signal stops it. */
import { spawn, spawnSync } from 'node:child_process';

const name = process.argv[2]!;
const built = spawnSync(process.execPath, ['--import', 'tsx', 'tools/build.ts', name], { stdio: 'inherit' });
if (built.status !== 0) process.exit(built.status ?? 1);
const child = spawn(process.execPath, ['--enable-source-maps', `dist/apps/${name}/main.js`], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill('SIGTERM'));
child.on('exit', (code) => process.exit(code ?? 1));
