import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { deadLetters, topologyOf } from '@herald/messaging';
import { eventually } from '@herald/testing';
import { startCluster, stopCluster } from './rabbitmq-cluster';
import { ask, nodeName, outside, signal, startNode, urlOf, type Node } from './rabbitmq-node';
import {
  campaignInstallation,
  watchStatistics,
  type CampaignInstallation,
} from '../apps/platform/src/campaign-installation.fixture';
import { expectAllSent } from '../apps/platform/src/campaign-kills.fixture';

/** A RabbitMQ of three nodes: one of them dies, or falls silent, in the middle of a campaign. */
const devices = 1_500;
const rate = 250;

let dir: string;
let nodes: Node[];
let it_: CampaignInstallation;
beforeAll(async () => {
  dir = join(tmpdir(), `herald-cluster-${randomBytes(4).toString('hex')}`);
  mkdirSync(outside(dir), { recursive: true });
  nodes = await startCluster(dir);
  it_ = await campaignInstallation({ devices, latencyMs: 5, amqpUrl: nodes.map(urlOf).join() });
}, 300_000);
afterAll(async () => {
  await it_?.stop();
  await stopCluster(dir);
  rmSync(outside(dir), { recursive: true, force: true });
});

type Queue = { name: string; type: string; leader: string; members: string[]; online: string[]; messages: number };

async function queuesAt(node: Node): Promise<Queue[]> {
  const columns = ['name', 'type', 'leader', 'members', 'online', 'messages'];
  const all = JSON.parse(await ask(node, '--formatter', 'json', 'list_queues', ...columns)) as Queue[];
  return all.filter(({ name }) => name.startsWith(`${it_.namespace}.`));
}

const pushQueue = () => topologyOf(it_.namespace).queue('notifications', 'on-push-batch');
async function leaderOfPushes(): Promise<Node> {
  const { leader } = (await queuesAt(nodes[0]!)).find(({ name }) => name === pushQueue())!;
  return nodes.find((node) => nodeName(node) === leader)!;
}

async function endsWhole(uuid: string): Promise<{ seconds: number; repeated: number }> {
  const watch = watchStatistics(it_, uuid);
  const seconds = await it_.ended(uuid);
  const { wrong } = await watch.end();
  expect(wrong).toEqual([]);
  return { seconds, repeated: await expectAllSent(it_, uuid, devices) };
}

/** Something happens to the leader of the queue of pushes, and each device gets one push in spite of it. */
async function inMidCampaign(name: 'SIGKILL' | 'SIGSTOP'): Promise<Node> {
  const leader = await leaderOfPushes();
  await it_.forgetArrivals();
  const uuid = await it_.send({ rate });
  while ((await it_.totals()).accepted < devices / 4) await sleep(10);
  signal(leader, name);
  const { seconds, repeated } = await endsWhole(uuid);
  process.stdout.write(`${name}: ended after ${seconds.toFixed(1)} s, ${repeated} repeats\n`);
  expect(repeated).toBe(0);
  return leader;
}

const areWhole = () =>
  eventually(
    async () => (await queuesAt(nodes[0]!)).every(({ members, online }) => members.length === 3 && online.length === 3),
    90_000,
  );

it('has three copies of each queue', async () => {
  const queues = await queuesAt(nodes[0]!);
  expect(queues.length).toBeGreaterThan(10);
  expect(queues.filter(({ type, members }) => type !== 'quorum' || members.length !== 3)).toEqual([]);
});

it('loses nothing when the node that leads the queue of pushes is killed', async () => {
  const leader = await inMidCampaign('SIGKILL');
  await startNode(leader.dir, leader.port, leader.epmdPort);
  await areWhole();
}, 300_000);

it('loses nothing when the node that leads the queue of pushes falls silent, and works once it speaks again', async () => {
  const leader = await inMidCampaign('SIGSTOP');
  signal(leader, 'SIGCONT');
  await areWhole();
  await it_.forgetArrivals();
  await endsWhole(await it_.send());
}, 300_000);

/** The fourth try of a message that failed while a node was silent waits two minutes. */
const drainedWithinMs = 240_000;

it('leaves no dead letter, and no message in a queue', async () => {
  const began = performance.now();
  const held = async () => (await queuesAt(nodes[0]!)).filter(({ messages }) => messages > 0);
  const first = (await held()).map(({ name, messages }) => `${name}: ${messages}`);
  const isEmpty = async () => {
    expect(await held()).toEqual([]);
    return true;
  };
  await eventually(isEmpty, drainedWithinMs);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  process.stdout.write(`Empty after ${seconds} s; at first ${first.join(', ') || 'nothing'}\n`);
  const letters = await deadLetters(nodes.map(urlOf).join(), it_.namespace);
  expect(await letters.list()).toEqual([]);
  await letters.close();
}, 300_000);
