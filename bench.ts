import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { MongoClient } from 'mongodb';
import { connect } from 'amqplib';
(async () => {
  const [, , root, dir, mode] = process.argv as string[];
  const { startMongo } = await import(`${root}/libs/embedded/src/mongo/start-mongo`);
  const { startAmqp } = await import(`${root}/libs/embedded/src/amqp/start-amqp`);
  const t = performance.now();
  const mongo = await startMongo({ port: 0, dataDir: join(dir!, 'mongo') });
  console.log(root, 'mongo boot ms', Math.round(performance.now() - t), 'cpu ms', JSON.stringify(process.cpuUsage()), 'rss MB', Math.round(process.memoryUsage().rss / 1e6));
  if (mode === 'boot') { await mongo.stop(); process.exit(0); }
  const amqp = await startAmqp({ port: 0, dataDir: join(dir!, 'amqp') });
  const client = new MongoClient(mongo.url, { maxPoolSize: 60 });
  const rows = client.db('bench').collection<{ _id: string; pad: string }>('rows');
  await rows.insertOne({ _id: String(Math.random()), pad: '' });
  const connection = await connect(amqp.url);
  const channel = await connection.createConfirmChannel();
  await channel.assertQueue('bench', { durable: true });
  const run = async (name: string) => {
    for (const [what, one] of [['insert', (i: number) => rows.insertOne({ _id: `${Math.random()}`, pad: 'x'.repeat(200) })], ['publish', (i: number) => new Promise<void>((ok, no) => channel.sendToQueue('bench', Buffer.alloc(200), { persistent: true }, (e) => (e ? no(e) : ok())))]] as const) {
      const times: number[] = [];
      const end = performance.now() + 4000;
      await Promise.all(Array.from({ length: 50 }, async (_, i) => { while (performance.now() < end) { const s = performance.now(); await one(i); times.push(performance.now() - s); } }));
      times.sort((a, b) => a - b);
      const q = (p: number) => times[Math.min(times.length - 1, Math.floor(times.length * p))]!.toFixed(1);
      console.log(root!.slice(-5), name, what, 'count', times.length, 'p50', q(0.5), 'p95', q(0.95), 'max', times.at(-1)!.toFixed(1));
    }
  };
  await run('quiet');
  const script = `const fs=require('fs');const f=fs.openSync(${JSON.stringify(join(dir!, 'noise'))},'w');const b=Buffer.alloc(8e6,1);const end=Date.now()+9500;while(Date.now()<end){fs.writeSync(f,b,0,b.length,0);fs.fsyncSync(f)}`;
  const noise = [1, 2].map(() => spawn(process.execPath, ['-e', script]));
  await run('beside fsync writers');
  for (const n of noise) n.kill();
  await client.close(); await connection.close(); await Promise.all([mongo.stop(), amqp.stop()]);
  process.exit(0);
})();
