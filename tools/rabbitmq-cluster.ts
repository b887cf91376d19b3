/** Three RabbitMQ nodes that form a cluster on loopback, each with its data in a folder of its own. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@herald/testing/free-port';
import { nodeName, outside, startNameServer, startNode, stopNode, type Node } from './rabbitmq-node';

const folderOf = (dir: string, at: number) => join(dir, `node-${at}`);
const numbers = [0, 1, 2];

/**
 * As docs/operations/cluster.md recommends it, save that a silent node counts as gone after 8 s, not after a minute.
 */
function configuration(first: number | undefined): string {
  const lines = ['cluster_partition_handling = pause_minority', 'net_ticktime = 8'];
  if (first !== undefined)
    lines.push(
      'cluster_formation.peer_discovery_backend = classic_config',
      `cluster_formation.classic_config.nodes.1 = ${nodeName({ port: first })}`,
    );
  return `${lines.join('\n')}\n`;
}

function prepare(dir: string, first: number | undefined): void {
  mkdirSync(outside(dir), { recursive: true });
  writeFileSync(join(outside(dir), 'rabbitmq.conf'), configuration(first));
  // Nodes trust each other by this word.
  writeFileSync(join(outside(dir), '.erlang.cookie'), 'HERALDLOOPBACK', { mode: 0o400 });
}

/** Starts three nodes, of which the second and third join the first. */
export async function startCluster(dir: string): Promise<Node[]> {
  const ports = [await freePort(), await freePort(), await freePort()];
  for (const at of numbers) prepare(folderOf(dir, at), at === 0 ? undefined : ports[0]);
  const epmdPort = await startNameServer(dir);
  const start = (at: number) => startNode(folderOf(dir, at), ports[at]!, epmdPort);
  try {
    return [await start(0), ...(await Promise.all(numbers.slice(1).map(start)))];
  } catch (error) {
    await stopCluster(dir);
    throw error;
  }
}

/** Ends the nodes of a cluster, and their name server last. */
export async function stopCluster(dir: string): Promise<void> {
  await Promise.all(numbers.map((at) => stopNode(folderOf(dir, at))));
  await stopNode(dir);
}
