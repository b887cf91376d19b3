import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Db } from 'mongodb';
import { MongoClient } from 'mongodb';
import { startMongo } from './start-mongo';

/** A server with a data folder of its own and a client, for one test file. */
export async function startTestServer(): Promise<{
  url: string;
  client: MongoClient;
  db: Db;
  restart(): Promise<void>;
  stop(): Promise<void>;
}> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'mongo-test-'));
  let server = await startMongo({ port: 0, dataDir, durable: false });
  let client = new MongoClient(server.url);
  const close = async () => {
    await client.close();
    await server.stop();
  };
  return {
    get url() {
      return server.url;
    },
    get client() {
      return client;
    },
    get db() {
      return client.db('test');
    },
    async restart() {
      await close();
      server = await startMongo({ port: 0, dataDir, durable: false });
      client = new MongoClient(server.url);
    },
    async stop() {
      await close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
