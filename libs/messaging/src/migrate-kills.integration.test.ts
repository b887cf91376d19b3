import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type GetMessage } from 'amqplib';
import { connectBroker } from './broker';
import { onChannel } from './on-channel.fixture';
import { isDeclaredAs, topologyOf } from './topology';

/**
 * The command that moves an installation to quorum queues is killed at random moments and repeated, until it ends.
 * KILLS=20 for more of them.
 */
const kills = Number(process.env.KILLS ?? 6);
/** Of each kind in each queue: more than the command moves at a time. */
const count = 120;
/** What a killed process had published and not acknowledged: the batch of which it died. */
const maxRepeatedByKill = 100;
/** Longer than it takes to move one queue, so that a kill meets any of its steps. */
const maxDelayMs = 600;

const url = process.env.AMQP_URL!;
const root = join(__dirname, '../../..');
const namespace = `t${randomBytes(6).toString('hex')}`;
const topology = topologyOf(namespace);

type Definitions = {
  queues: { name: string; durable: boolean; arguments: Record<string, unknown> }[];
  bindings: { source: string; destination: string; routing_key: string }[];
};
/** What the command makes of it. */
const { queues, bindings } = JSON.parse(
  readFileSync(join(root, 'deploy/rabbitmq/definitions.json'), 'utf8').replaceAll('"herald.', `"${namespace}.`),
) as Definitions;
const shared = [topology.dead, ...[1, 5, 30, 120, 600].map(topology.wait)];
const consumers = queues.map(({ name }) => name).filter((name) => !shared.includes(name));

/** An installation with classic queues; gives the names of its messages. */
async function classicInstallation(): Promise<{ waiting: string[]; dead: string[] }> {
  await (await connectBroker(url, { namespace, onError: () => {} })).close();
  const waiting: string[] = [];
  const dead: string[] = [];
  await onChannel(async (channel) => {
    for (const queue of consumers) {
      await channel.assertQueue(queue, { durable: true });
      for (const { source, routing_key } of bindings.filter(({ destination }) => destination === queue))
        await channel.bindQueue(queue, source, routing_key);
    }
    const send = (names: string[], exchange: string, queue: string, kind: string, headers = {}) => {
      const name = `${kind} ${names.length} ${queue}`;
      channel.publish(exchange, queue, Buffer.from(name), { persistent: true, headers });
      names.push(name);
    };
    for (let at = 0; at < count; at++) {
      for (const queue of consumers) send(waiting, '', queue, 'new');
      const queue = consumers[at % consumers.length]!;
      for (const seconds of [30, 120, 600])
        send(waiting, topology.retry(seconds), queue, `retry of ${seconds}`, { 'x-attempt': 3 });
      send(dead, topology.dead, queue, 'dead', { 'x-reason': 'No' });
    }
    await channel.waitForConfirms();
  });
  return { waiting, dead };
}

type Run = { child: ChildProcess; lines: string[]; exited: Promise<unknown[]>; output(): string };

function runCommand(): Run {
  const file = join(root, 'apps/events/src/migrate-queues.command.ts');
  const env = { ...process.env, AMQP_URL: url, NAMESPACE: namespace };
  const child = spawn(process.execPath, ['--import', 'tsx', file], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  createInterface(child.stdout).on('line', (line) => lines.push(line));
  let errors = '';
  child.stderr.on('data', (text: Buffer) => (errors += text.toString()));
  return { child, lines, exited: once(child, 'exit'), output: () => errors };
}

/** Runs the command and kills it soon after it has finished this number of queues; gives how many it had by then. */
async function killed(afterQueues: number): Promise<number> {
  const { child, lines, exited, output } = runCommand();
  while (child.exitCode === null && lines.length < Math.max(1, afterQueues)) await sleep(5);
  await sleep(Math.random() * maxDelayMs);
  child.kill('SIGKILL');
  expect([...(await exited), output()]).toEqual([null, 'SIGKILL', '']);
  return lines.length;
}

const heldBy = (queue: string): Promise<GetMessage[]> =>
  onChannel(async (channel) => {
    const found: GetMessage[] = [];
    for (let one = await channel.get(queue); one; one = await channel.get(queue)) found.push(one);
    return found;
  });
const nameOf = ({ content }: GetMessage) => content.toString();
const queueOf = (name: string) => name.split(' ').at(-1)!;
const unique = (names: string[]) => [...new Set(names)].sort();

afterAll(() =>
  onChannel(async (channel) => {
    for (const { name } of queues) await channel.deleteQueue(name);
  }),
);

it(
  `loses nothing in ${kills} kills, and repeats at most a batch for each`,
  async () => {
    const { waiting, dead } = await classicInstallation();
    const deaths: number[] = [];
    // Always so early that some queues are left.
    for (let death = 0; death < kills; death++) deaths.push(await killed(((queues.length - 10) * death) / kills));
    const last = runCommand();
    expect([(await last.exited)[0], last.output()]).toEqual([0, '']);
    await expectQuorum();
    const letters = await deadLettersLeft();
    const handled = [...(await retriesLeft()), ...(await messagesLeft())];
    const repeated = handled.length + letters.length - waiting.length - dead.length;
    process.stdout.write(
      `Killed after ${deaths.join(', ')} queues: ${repeated} of ${waiting.length + dead.length} twice\n`,
    );
    expect(unique(letters)).toEqual(dead.toSorted());
    expect(unique(handled)).toEqual(waiting.toSorted());
    expect(repeated).toBeLessThanOrEqual(kills * maxRepeatedByKill);
  },
  300_000 + kills * 60_000,
);

/** Dead letters still say where they come from, and why. */
async function deadLettersLeft(): Promise<string[]> {
  const letters = await heldBy(topology.dead);
  for (const letter of letters) {
    const { fields, properties } = letter;
    expect([fields.exchange, fields.routingKey]).toEqual([topology.dead, queueOf(nameOf(letter))]);
    expect(properties.headers).toMatchObject({ 'x-reason': 'No' });
  }
  return letters.map(nameOf);
}

/** Retries that still wait will return to their queue, with the count of their tries. */
async function retriesLeft(): Promise<string[]> {
  const retries = (await Promise.all([30, 120, 600].map((seconds) => heldBy(topology.wait(seconds))))).flat();
  for (const retry of retries) {
    expect(retry.fields.routingKey).toBe(queueOf(nameOf(retry)));
    expect(retry.properties.headers).toMatchObject({ 'x-attempt': 3 });
  }
  return retries.map(nameOf);
}

/** New messages, and retries whose time has come meanwhile, are in their own queue. */
async function messagesLeft(): Promise<string[]> {
  const all: string[] = [];
  for (const queue of consumers) {
    const names = (await heldBy(queue)).map(nameOf);
    expect(names.filter((name) => queueOf(name) !== queue)).toEqual([]);
    all.push(...names);
  }
  return all;
}

async function expectQuorum(): Promise<void> {
  const connection = await connect(url);
  for (const { name, durable, arguments: args } of queues)
    expect([name, await isDeclaredAs(connection, { name, options: { durable, arguments: args } })]).toEqual([
      name,
      true,
    ]);
  await connection.close();
}
