import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run, waitUntil, type Ended, type RunOptions } from './run';

export type Engine = {
  /** Started here: it has no images of its own, and nothing of it is left after `stop`. */
  isOwn: boolean;
  docker(args: string[], options?: RunOptions): Promise<Ended>;
  compose(args: string[], options?: RunOptions): Promise<Ended>;
  stop(): Promise<void>;
};

type Program = [string, ...string[]];
const works = async (program: Program, env?: NodeJS.ProcessEnv) =>
  (await run(program, { env, mayFail: true }).catch(() => ({ status: 1 }))).status === 0;

/** Why no engine can run on this machine, whatever is installed; undefined if one runs or may. */
export async function engineObstacle(): Promise<string | undefined> {
  if (await works(['docker', 'info'])) return undefined;
  if (process.getuid?.() !== 0) return 'no engine runs, and only root can start one';
  if (await works(['unshare', '--mount', '--net', '--pid', '--fork', 'true'])) return undefined;
  return 'no engine runs, and this machine gives no namespaces to start one';
}

/** The engine of this machine if it runs, else one of our own from Debian's package. */
export async function openEngine(): Promise<Engine> {
  const isRunning = await works(['docker', 'info']);
  if (!isRunning) await installMissing('dockerd', ['dockerd', '--version'], 'docker.io');
  const composeProgram = await findCompose();
  const base = { ...process.env, DOCKER_BUILDKIT: '1' };
  const own = isRunning ? undefined : await startEngine();
  const env = own ? { ...base, DOCKER_HOST: own.host } : base;
  // That of Debian's package: another one on the machine may want a plug-in to build with.
  const client = own ? '/usr/bin/docker' : 'docker';
  return {
    isOwn: own !== undefined,
    docker: (args, options) => run([client, ...args], { env, ...options }),
    compose: (args, options) => run([...composeProgram, ...args], { env, ...options }),
    stop: async () => own?.stop(),
  };
}

async function findCompose(): Promise<Program> {
  if (await works(['docker', 'compose', 'version'])) return ['docker', 'compose'];
  await installMissing('docker-compose', ['docker-compose', 'version'], 'docker-compose');
  return ['docker-compose'];
}

/** Installs a package of Debian unless its program works. */
export async function installMissing(name: string, program: Program, debianPackage: string): Promise<void> {
  if (await works(program)) return;
  console.log(`${name} is missing: Debian's ${debianPackage} is installed`);
  // In run level 1 a package starts no service of its own.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  await run(['apt-get', 'update', '-qq'], { env });
  await run(['apt-get', 'install', '-y', '-qq', '--no-install-recommends', debianPackage], { env });
}

/**
 * An engine with everything it writes in a temporary folder. It leaves the firewall and the forwarding of this machine
 * as they are: containers reach each other and the published port, and nothing outside.
 */
async function startEngine() {
  const folder = mkdtempSync(join(tmpdir(), 'herald-docker-'));
  const host = `unix://${folder}/docker.sock`;
  const pidFile = join(folder, 'docker.pid');
  const log = join(folder, 'log');
  const places = ['--data-root', join(folder, 'data'), '--exec-root', join(folder, 'exec'), '--pidfile', pidFile];
  const network = ['--iptables=false', '--ip-forward=false', '--bridge=none'];
  const output = openSync(log, 'a');
  // In a group of its own: an interrupt from the keyboard must not end it before its containers.
  const child = spawn('dockerd', [...places, '-H', host, ...network], {
    detached: true,
    stdio: ['ignore', output, output],
  });
  const ended = once(child, 'exit');
  const stop = async () => {
    if (child.exitCode === null) child.kill('SIGTERM');
    await ended;
    // It leaves the mount of its network namespace behind.
    await run(['umount', join(folder, 'exec/netns/default')], { mayFail: true });
    // Of its very many files: half of the time that the removal by the runtime takes.
    await run(['rm', '-rf', folder]);
  };
  const answers = async () => {
    if (child.exitCode !== null) return true;
    return works(['docker', '-H', host, 'info']);
  };
  await waitUntil(answers, 120_000).catch(() => undefined);
  if (child.exitCode === null) return { host, stop };
  const said = readFileSync(log, 'utf8').slice(-3_000);
  await stop();
  throw new Error(`dockerd did not start:\n${said}`);
}
