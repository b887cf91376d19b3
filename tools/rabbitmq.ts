/**
 * A RabbitMQ without systemd, on loopback only, with everything it writes in one folder:
 *   tsx tools/rabbitmq.ts start <dir> [port]    prints its URL once it accepts connections
 *   tsx tools/rabbitmq.ts stop <dir>            ends the processes of that instance and no others
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { accessSync, constants, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@herald/testing/free-port';

const host = '127.0.0.1';
const startTimeoutMs = 60_000;
const stopTimeoutMs = 20_000;

/** Debian's command in PATH insists on the user `rabbitmq`; the script behind it does not. */
const folders = process.env.PATH!.split(delimiter);
const serverCandidates = ['/usr/lib/rabbitmq/bin', ...folders];
const epmdCandidates = ['/usr/lib/erlang/bin', ...folders];

function findProgram(name: string, candidates: string[]): string | undefined {
  const isExecutable = (path: string) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  };
  return candidates.map((folder) => join(folder, name)).find(isExecutable);
}

function fail(line: string): never {
  console.error(line);
  process.exit(1);
}

function settings(dir: string, port: number, epmdPort: number, distPort: number): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    LANG: 'C.UTF-8',
    HOME: dir,
    ERL_EPMD_ADDRESS: host,
    ERL_EPMD_PORT: String(epmdPort),
    RABBITMQ_NODENAME: `herald-${port}@localhost`,
    RABBITMQ_NODE_IP_ADDRESS: host,
    RABBITMQ_NODE_PORT: String(port),
    RABBITMQ_DIST_PORT: String(distPort),
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

function run(program: string, args: string[], env: NodeJS.ProcessEnv, dir: string): ChildProcess {
  const output = openSync(join(dir, 'output.log'), 'a');
  const child = spawn(program, args, { cwd: dir, env, detached: true, stdio: ['ignore', output, output] });
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

function pidsOf(dir: string): Pids {
  const { epmd, server } = JSON.parse(read(join(dir, 'pids.json')) || '{}') as Pids;
  return { beam: Number(read(join(dir, 'rabbitmq.pid')).trim()) || undefined, server, epmd };
}

async function end(pid: number | undefined, dir: string): Promise<void> {
  if (!pid || !isAlive(pid, dir)) return;
  const deadline = Date.now() + stopTimeoutMs;
  process.kill(pid, 'SIGTERM');
  while (isAlive(pid, dir)) {
    await pause(50);
    if (Date.now() < deadline) continue;
    process.kill(pid, 'SIGKILL');
    await pause(100);
  }
}

async function stop(dir: string): Promise<void> {
  const { beam, server, epmd } = pidsOf(dir);
  await end(beam, dir);
  await end(server, dir);
  await end(epmd, dir);
  rmSync(join(dir, 'pids.json'), { force: true });
  rmSync(join(dir, 'rabbitmq.pid'), { force: true });
}

async function start(dir: string, port: number): Promise<void> {
  const server = findProgram('rabbitmq-server', serverCandidates);
  const epmd = findProgram('epmd', epmdCandidates);
  if (!server || !epmd) fail('rabbitmq-server is missing; install it with: apt-get install -y rabbitmq-server');
  if (Object.values(pidsOf(dir)).some((pid) => pid && isAlive(pid, dir))) fail(`An instance already runs in ${dir}`);
  if (await speaksAmqp(port)) fail(`Port ${port} is taken`);
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, 'enabled_plugins'), '[].\n');
  const epmdPort = await freePort();
  const env = settings(dir, port, epmdPort, await freePort());
  const epmdProcess = run(epmd, ['-port', String(epmdPort), '-address', host], env, dir);
  await pause(200);
  const serverProcess = run(server, [], env, dir);
  writeFileSync(join(dir, 'pids.json'), JSON.stringify({ epmd: epmdProcess.pid, server: serverProcess.pid }));
  const deadline = Date.now() + startTimeoutMs;
  while (!(await speaksAmqp(port))) {
    if (serverProcess.exitCode !== null || Date.now() > deadline) {
      await stop(dir);
      fail(`RabbitMQ did not start; see ${join(dir, 'output.log')} and ${join(dir, 'log')}`);
    }
    await pause(100);
  }
  console.log(`amqp://guest:guest@${host}:${port}`);
}

async function main([command, folder, port]: string[]): Promise<void> {
  if (command === 'start' && folder) await start(resolve(folder), Number(port) || (await freePort()));
  else if (command === 'stop' && folder) await stop(resolve(folder));
  else fail('Usage: tsx tools/rabbitmq.ts start <dir> [port] | stop <dir>');
}

void main(process.argv.slice(2));
