/**
 * A RabbitMQ without systemd, on loopback only, with everything it writes in one folder:
 *   tsx tools/rabbitmq.ts start <dir> [port]    prints its URL once it accepts connections
 *   tsx tools/rabbitmq.ts cluster <dir>         three nodes; prints their URLs as AMQP_URL takes them
 *   tsx tools/rabbitmq.ts stop <dir>            ends the processes of that instance and no others
 * RABBITMQ_ROOT names the folder of another system that knows its own host (/etc/hosts), in which it is then run by
 * chroot; <dir> is a path inside it.
 */
import { resolve } from 'node:path';
import { freePort } from '@herald/testing/free-port';
import { startCluster, stopCluster } from './rabbitmq-cluster';
import { startNode, urlOf } from './rabbitmq-node';

async function main([command, folder, port]: string[]): Promise<void> {
  if (!folder) throw new Error('Usage: tsx tools/rabbitmq.ts start <dir> [port] | cluster <dir> | stop <dir>');
  const dir = resolve(folder);
  if (command === 'start') console.log(urlOf(await startNode(dir, Number(port) || (await freePort()))));
  else if (command === 'cluster') console.log((await startCluster(dir)).map(urlOf).join());
  else if (command === 'stop') await stopCluster(dir);
  else throw new Error(`There is no command ${command}`);
}

void main(process.argv.slice(2)).catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
