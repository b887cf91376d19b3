import { closeSync, openSync, readFileSync, readSync, rmSync, mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { connect } from 'amqplib';
import { MongoClient } from 'mongodb';
import { joinOrStart, type StandInSettings } from './join-or-start';
import { createTransport } from 'nodemailer';

/** What clients can read: documents, waiting messages, subjects of mails. */
export type Contents = { documents: string[]; messages: string[]; mails: string[] };

/** Fills a data folder with acknowledged documents, messages and mails. */
export async function fillDataDir(dataDir: string): Promise<Contents> {
  mkdirSync(dataDir);
  const { urls, stop } = await joinOrStart(dataDir);
  const client = new MongoClient(urls.MONGO_URL);
  const rows = client.db('house').collection<{ _id: number; text: string }>('rows');
  await rows.createIndex({ text: 1 });
  for (let i = 0; i < 40; i++) await rows.insertOne({ _id: i, text: `document ${i} `.repeat(i + 1) });
  for (let i = 0; i < 10; i++) await rows.updateOne({ _id: i }, { $set: { text: `changed ${i}` } });
  await rows.deleteMany({ _id: { $gte: 35 } });
  await client.close();
  const connection = await connect(urls.AMQP_URL);
  const channel = await connection.createConfirmChannel();
  await channel.assertQueue('work', { durable: true });
  for (let i = 0; i < 30; i++) channel.sendToQueue('work', Buffer.from(`message ${i}`), { persistent: true });
  await channel.waitForConfirms();
  await connection.close();
  const transport = createTransport(urls.SMTP_URL);
  for (let i = 0; i < 3; i++)
    await transport.sendMail({ from: 'a@x.org', to: 'b@x.org', subject: `mail ${i}`, text: 'x' });
  transport.close();
  await stop();
  return readContents(dataDir);
}

/** Starts the stand-ins and reads all contents. */
export async function readContents(dataDir: string): Promise<Contents> {
  const { urls, pages, stop } = await joinOrStart(dataDir);
  try {
    const [page] = pages!['/_dev/mail/messages']!(new URLSearchParams());
    const { data } = JSON.parse(page!) as { data: { subject: string }[] };
    return { ...(await readAll(urls)), mails: data.map(({ subject }) => subject) };
  } finally {
    await stop();
  }
}

async function readAll(urls: StandInSettings): Promise<Omit<Contents, 'mails'>> {
  const client = new MongoClient(urls.MONGO_URL);
  const rows = await client.db('house').collection('rows').find().sort({ text: 1 }).toArray();
  await client.close();
  const connection = await connect(urls.AMQP_URL);
  const channel = await connection.createChannel();
  const messages: string[] = [];
  channel.on('error', () => undefined);
  // Unacknowledged: the broker requeues them when the connection closes.
  for (let message = await channel.get('work'); message; message = await channel.get('work'))
    messages.push(message.content.toString());
  await connection.close();
  return { documents: rows.map((row) => JSON.stringify(row)), messages };
}

/** Kinds of damage to a file. `random` chooses places and lengths. */
export const damages: Record<string, (path: string, random: () => number) => void> = {
  'cut to half': (path) => truncateSync(path, Math.floor(readFileSync(path).length / 2)),
  'cut to 100 bytes': (path) => truncateSync(path, Math.min(100, readFileSync(path).length - 1)),
  'cut to nothing': (path) => truncateSync(path, 0),
  'cut anywhere': (path, random) => truncateSync(path, Math.floor(random() * readFileSync(path).length)),
  'with its first 8 KB zeroed': (path) => edit(path, (bytes) => bytes.subarray(0, 8192).fill(0)),
  'with one bit flipped': (path, random) => flip(path, random, 1),
  'with 200 bytes flipped': (path, random) => flip(path, random, 200),
  'with a page zeroed': (path, random) => {
    const at = Math.floor(random() * readFileSync(path).length);
    edit(path, (bytes) => bytes.subarray(at, at + 4096).fill(0));
  },
  'replaced by a text': (path) => writeFileSync(path, 'not what belongs here\n'.repeat(1000)),
  'replaced by random bytes': (path) => {
    const random = openSync('/dev/urandom', 'r');
    const bytes = Buffer.alloc(20_000);
    readSync(random, bytes);
    closeSync(random);
    writeFileSync(path, bytes);
  },
  'replaced by a folder': (path) => {
    rmSync(path);
    mkdirSync(path);
  },
  removed: (path) => rmSync(path),
};

function edit(path: string, modify: (bytes: Buffer) => void): void {
  const bytes = readFileSync(path);
  modify(bytes);
  writeFileSync(path, bytes);
}

function flip(path: string, random: () => number, count: number): void {
  edit(path, (bytes) => {
    for (let i = 0; i < count; i++) bytes[Math.floor(random() * bytes.length)]! ^= 1 << Math.floor(random() * 8);
  });
}
