/** The yardstick: the least that Express and the database's driver can do for one device. */
import express from 'express';
import { mongo } from 'mongoose';

const [url, database] = process.argv.slice(2) as [string, string];

async function main(): Promise<void> {
  const client = await new mongo.MongoClient(url, { maxPoolSize: 20 }).connect();
  const devices = client.db(database).collection('devices');
  const app = express();
  app.get('/index/v1/device/:core_id', async (req, res) => {
    res.json({ data: await devices.find({ core_id: req.params.core_id, company_id: '1' }).toArray() });
  });
  const server = app.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as { port: number };
    console.log(`http://127.0.0.1:${port}`);
  });
}

void main();
