/** A RabbitMQ node without systemd, on loopback only, with everything it writes in one folder. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { accessSync, constants, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '@herald/testing/free-port';

const host = '127.0.0.1';
const startTimeoutMs = 120_000;
const stopTimeoutMs = 20_000;

/** The folder of another system with RabbitMQ, run by chroot; data folders are then paths inside it. */
const root = process.env.RABBITMQ_ROOT ?? '';
/** A data folder as this process sees it. */
export const outside = (dir: string) => root + dir;

/** Debian's command in PATH insists on the user `rabbitmq`; the script behind it does not. */
const folders = root ? ['/usr/bin'] : process.env.PATH!.split(delimiter);
const serverCandidates = ['/usr/lib/rabbitmq/bin', ...folders];
const epmdCandidates = ['/usr/lib/erlang/bin', ...folders];

function findProgram(name: string, candidates: string[]): string {
  const isExecutable = (path: string) => {
    try {
      accessSync(outside(path), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  };
  const found = candidates.map((folder) => join(folder, name)).find(isExecutable);
  if (!found) throw new Error(`${name} is missing; install it with: apt-get install -y rabbitmq-server`);
  return found;
}

export type Node = { dir: string; port: number; epmdPort: number };
/** The name under which other nodes know it. */
export const nodeName = ({ port }: Pick<Node, 'port'>) => `herald-${port}@localhost`;

/** The environment of a node's processes and of commands that talk to it. */
function environmentOf({ dir, port, epmdPort }: Node): NodeJS.ProcessEnv {
  return {
    PATH: root ? '/usr/sbin:/usr/bin:/sbin:/bin' : process.env.PATH,
    LANG: 'C.UTF-8',
    HOME: dir,
    ERL_EPMD_ADDRESS: host,
    ERL_EPMD_PORT: String(epmdPort),
    RABBITMQ_NODENAME: nodeName({ port }),
    RABBITMQ_NODE_IP_ADDRESS: host,
    RABBITMQ_NODE_PORT: String(port),
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '-kernel inet_dist_use_interface {127,0,0,1}',
    RABBITMQ_MNESIA_BASE: join(dir, 'mnesia'),
    RABBITMQ_LOG_BASE: join(dir, 'log'),
    RABBITMQ_PID_FILE: join(dir, 'rabbitmq.pid'),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(dir, 'enabled_plugins'),
    RABBITMQ_CONF_ENV_FILE: join(dir, 'rabbitmq-env.conf'),
    RABBITMQ_CONFIG_FILE: join(dir, 'rabbitmq'),
    RABBITMQ_ADVANCED_CONFIG_FILE: join(dir, 'advanced.config'),
    RABBITMQ_GENERATED_CONFIG_DIR: join(dir, 'generated'),
  };
}

/** A program and its arguments, in the other system where one is named. */
const inRoot = (program: string, args: string[]): [string, string[]] =>
  root ? ['chroot', [root, program, ...args]] : [program, args];

function run(program: string, args: string[], env: NodeJS.ProcessEnv, dir: string): ChildProcess {
  const output = openSync(join(outside(dir), 'output.log'), 'a');
  const child = spawn(...inRoot(program, args), {
    cwd: outside(dir),
    env,
    detached: true,
    stdio: ['ignore', output, output],
  });
  child.unref();
  return child;
}

/** Whether a broker answers our protocol header with its connection.start. */
function speaksAmqp(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, host, () => socket.write('AMQP\0\0\x09\x01'));
    const finish = (answer: boolean) => {
      socket.destroy();
      done(answer);
    };
    socket.setTimeout(1_000, () => finish(false));
    socket.once('error', () => finish(false));
    socket.once('close', () => done(false));
    socket.once('data', (bytes) => finish(bytes[0] === 1));
  });
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** A pid may belong to another process by now: ours have the folder in their environment. */
function isOurs(pid: number, dir: string): boolean {
  return read(`/proc/${pid}/environ`).split('\0').includes(`HOME=${dir}`);
}

function isAlive(pid: number, dir: string): boolean {
  const state = read(`/proc/${pid}/stat`).split(') ')[1]?.[0];
  return state !== undefined && state !== 'Z' && isOurs(pid, dir);
}

type Pids = { beam?: number; server?: number; epmd?: number };

/** The processes of the node in a folder: the broker itself, the script that started it, and its name server. */
function pidsOf(dir: string): Pids {
  const { epmd, server } = JSON.parse(read(join(outside(dir), 'pids.json')) || '{}') as Pids;
  return { beam: Number(read(join(outside(dir), 'rabbitmq.pid')).trim()) || undefined, server, epmd };
}

async function end(pid: number | undefined, dir: string): Promise<void> {
  if (!pid || !isAlive(pid, dir)) return;
  const deadline = Date.now() + stopTimeoutMs;
  process.kill(pid, 'SIGTERM');
  // A node that a test suspended takes no signal but this one.
  process.kill(pid, 'SIGCONT');
  while (isAlive(pid, dir)) {
    await pause(50);
    if (Date.now() < deadline) continue;
    process.kill(pid, 'SIGKILL');
    await pause(100);
  }
}

/** Ends the processes of a node and no others. */
export async function stopNode(dir: string): Promise<void> {
  const { beam, server, epmd } = pidsOf(dir);
  await end(beam, dir);
  await end(server, dir);
  await end(epmd, dir);
  rmSync(join(outside(dir), 'pids.json'), { force: true });
  rmSync(join(outside(dir), 'rabbitmq.pid'), { force: true });
}

function writePids(dir: string, pids: Pids): void {
  const { server, epmd } = { ...pidsOf(dir), ...pids };
  writeFileSync(join(outside(dir), 'pids.json'), JSON.stringify({ server, epmd }));
}

/** Starts a name server of nodes; gives its port. */
export async function startNameServer(dir: string): Promise<number> {
  const epmd = findProgram('epmd', epmdCandidates);
  mkdirSync(outside(dir), { recursive: true });
  const epmdPort = await freePort();
  const env = environmentOf({ dir, port: 0, epmdPort });
  writePids(dir, { epmd: run(epmd, ['-port', String(epmdPort), '-address', host], env, dir).pid });
  await pause(200);
  return epmdPort;
}

/** Starts a node, with a name server of its own unless it is given one. */
export async function startNode(dir: string, port: number, epmdPort?: number): Promise<Node> {
  const server = findProgram('rabbitmq-server', serverCandidates);
  if (Object.values(pidsOf(dir)).some((pid) => pid && isAlive(pid, dir)))
    throw new Error(`An instance already runs in ${dir}`);
  if (await speaksAmqp(port)) throw new Error(`Port ${port} is taken`);
  mkdirSync(outside(dir), { recursive: true });
  writeFileSync(join(outside(dir), 'enabled_plugins'), '[].\n');
  const node = { dir, port, epmdPort: epmdPort ?? (await startNameServer(dir)) };
  const env = { ...environmentOf(node), RABBITMQ_DIST_PORT: String(await freePort()) };
  const broker = run(server, [], env, dir);
  writePids(dir, { server: broker.pid });
  const deadline = Date.now() + startTimeoutMs;
  while (!(await speaksAmqp(port))) {
    if (broker.exitCode !== null || Date.now() > deadline) {
      await stopNode(dir);
      throw new Error(`RabbitMQ did not start; see ${join(outside(dir), 'output.log')} and ${outside(dir)}/log`);
    }
    await pause(100);
  }
  return node;
}

/** What `rabbitmqctl` says, asked at a node. It takes seconds, in which the caller's own connections must go on. */
export async function ask(node: Node, ...args: string[]): Promise<string> {
  const program = findProgram('rabbitmqctl', serverCandidates);
  const env = environmentOf(node);
  const { stdout } = await promisify(execFile)(...inRoot(program, ['-q', '-n', nodeName(node), ...args]), { env });
  return stdout;
}

/** Sends a signal to the broker of a node: SIGKILL ends it, SIGSTOP makes it silent. */
export const signal = ({ dir }: Pick<Node, 'dir'>, name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT') =>
  process.kill(pidsOf(dir).beam!, name);

/** The address of a node's broker. */
export const urlOf = ({ port }: Pick<Node, 'port'>) => `amqp://guest:guest@${host}:${port}`;
