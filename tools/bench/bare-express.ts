/** The yardsticks: the least that Express and the database's driver can do to read, register, or store one thing. */
import express from 'express';
import { mongo } from 'mongoose';

const [url, database] = process.argv.slice(2) as [string, string];

async function main(): Promise<void> {
  const client = await new mongo.MongoClient(url, { maxPoolSize: 20 }).connect();
  // As our services do: acknowledged once it is in the journal.
  const db = client.db(database, { writeConcern: { w: 'majority', j: true } });
  const devices = db.collection('devices');
  const records = db.collection('bare_records');
  const app = express();
  app.get('/index/v1/device/:core_id', async (req, res) => {
    res.json({ data: await devices.find({ core_id: req.params.core_id, company_id: '1' }).toArray() });
  });
  await devices.createIndex({ core_id: 1, company_id: 1 }, { unique: true });
  app.post('/identification/api/v1/device', express.json(), async (req, res) => {
    const { core_id, company_id, ...report } = req.body as { core_id: string; company_id: number };
    await devices.updateOne({ core_id, company_id }, { $set: report }, { upsert: true });
    res.status(201).json({ status: true });
  });
  app.post('/records', express.json(), async (req, res) => {
    const { insertedId } = await records.insertOne(req.body as object);
    res.json({ id: insertedId });
  });
  const server = app.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as { port: number };
    console.log(`http://127.0.0.1:${port}`);
  });
}

void main();
