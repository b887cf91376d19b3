import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { ServiceName } from '@herald/contracts';
import type { Tested } from '@herald/testing';
import { mongo } from 'mongoose';
import { allServices } from './services';

const filesOf = (herald: Tested) => fileURLToPath(herald.env.STORAGE_URL!);

/** A backup as `mongodump --gzip` and a copy of the files make it: the BSON of each collection, one after the other. */
export async function backUp(herald: Tested, folder: string): Promise<void> {
  for (const { name } of allServices) {
    await mkdir(join(folder, 'dump', name), { recursive: true });
    const database = herald.database(name);
    for (const { name: collection } of await database.listCollections()) {
      const documents = await database.collection(collection).find().toArray();
      const content = Buffer.concat(documents.map((one) => mongo.BSON.serialize(one)));
      await writeFile(join(folder, 'dump', name, `${collection}.bson.gz`), gzipSync(content));
    }
  }
  await cp(filesOf(herald), join(folder, 'files'), { recursive: true });
}

/** Puts a backup into an installation of its own, which keeps the indexes that it has built. */
export async function restore(herald: Tested, folder: string): Promise<void> {
  await cp(join(folder, 'files'), filesOf(herald), { recursive: true });
  for (const { name } of allServices)
    for (const file of await readdir(join(folder, 'dump', name))) {
      const collection = file.replace('.bson.gz', '');
      // The jobs that run now hold them.
      if (collection === 'leases') continue;
      await restoreCollection(herald, name, collection, await readFile(join(folder, 'dump', name, file)));
    }
}

async function restoreCollection(herald: Tested, service: ServiceName, collection: string, content: Buffer) {
  const target = herald.database(service).collection(collection);
  await target.deleteMany({});
  const documents = documentsOf(gunzipSync(content));
  if (documents.length > 0) await target.insertMany(documents as never);
}

function documentsOf(content: Buffer): object[] {
  const documents: object[] = [];
  for (let at = 0; at < content.length; at += content.readInt32LE(at))
    documents.push(mongo.BSON.deserialize(content.subarray(at, at + content.readInt32LE(at))));
  return documents;
}

/** Where the bytes of a backup, decompressed, hold any of some values. */
export async function foundInBackup(folder: string, values: Buffer[]): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const content = await readFile(path);
    const bytes = path.endsWith('.gz') ? gunzipSync(content) : content;
    const place = path.slice(folder.length + 1);
    for (const value of values)
      if (bytes.includes(value) || place.includes(value.toString())) found.push(`${place}: ${value.toString()}`);
  }
  return found;
}

/** A number as BSON holds it. */
export function bsonNumber(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return bytes;
}
