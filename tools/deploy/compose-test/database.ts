/** In a container: the stand-in for the database, which listens on loopback alone, behind the container's address. */
import { createServer, connect } from 'node:net';
import { pipeline } from 'node:stream';
import { startMongo } from '@herald/standin-mongo';

const inside = 27_018;

async function main(): Promise<void> {
  const mongo = await startMongo({ port: inside, dataDir: '/tmp/mongo' });
  const ignore = () => undefined;
  const front = createServer((socket) => {
    const behind = connect(inside, '127.0.0.1');
    pipeline(socket, behind, ignore);
    pipeline(behind, socket, ignore);
  });
  front.listen(27_017);
  process.on('SIGTERM', () => void mongo.stop().then(() => process.exit(0)));
}

void main();
