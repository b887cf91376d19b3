import type { Command } from './commands/command';
import { decodeValue } from './bson/decode';
import { encode } from './bson/encode';
import { checkDocument } from './bson/raw';
import { sizeOfValue } from './bson/size';
import type { Doc, Encodable, Raw } from './bson/value';
import { failure } from './failure';

/** A message that asks for something: the command, and how it is to be answered. */
export type Request = { command: Command; requestId: number; legacy: boolean; silent: boolean };

export const maxMessageBytes = 48_000_000;
const opReply = 1;
const opQuery = 2004;
const opMessage = 2013;
const lists = new Set(['documents', 'updates', 'deletes']);

/** Reads one whole message; throws if it is not what the protocol allows. */
export function readRequest(message: Buffer): Request {
  const requestId = message.readInt32LE(4);
  const code = message.readInt32LE(12);
  if (code === opQuery) return { command: readQuery(message), requestId, legacy: true, silent: false };
  if (code !== opMessage) throw failure('BadValue', `operation ${code} is not supported`);
  const flags = message.readUInt32LE(16);
  if ((flags & 0xffff & ~3) !== 0) throw failure('BadValue', 'unknown required flag');
  const end = message.length - (flags & 1 ? 4 : 0);
  return { command: readSections(message, end), requestId, legacy: false, silent: (flags & 2) !== 0 };
}

function readQuery(message: Buffer): Command {
  const zero = message.indexOf(0, 20);
  if (zero < 0) throw failure('BadValue', 'malformed query');
  const database = message.toString('utf8', 20, zero).replace(/\.\$cmd$/, '');
  const from = zero + 9;
  const command = readBody(message.subarray(from, from + message.readInt32LE(from)), new Map());
  if (!/^(hello|ismaster)$/i.test(command.name)) throw failure('BadValue', 'only hello may come as a query');
  return { ...command, database };
}

function readSections(message: Buffer, end: number): Command {
  const sequences = new Map<string, Raw[]>();
  let body: Raw | undefined;
  let at = 20;
  while (at < end) {
    const kind = message[at++];
    const size = message.readInt32LE(at);
    if (size < 5 || at + size > end) throw failure('BadValue', 'malformed section');
    const section = message.subarray(at, at + size);
    if (kind === 0 && !body) body = section;
    else if (kind === 1) readSequence(section, sequences);
    else throw failure('BadValue', 'malformed section');
    at += size;
  }
  if (!body) throw failure('BadValue', 'a message without a body');
  return readBody(body, sequences);
}

function readSequence(section: Buffer, sequences: Map<string, Raw[]>): void {
  const zero = section.indexOf(0, 4);
  if (zero < 0) throw failure('BadValue', 'malformed section');
  const documents: Raw[] = [];
  for (let at = zero + 1; at < section.length;) {
    const size = section.readInt32LE(at);
    if (size < 5 || at + size > section.length) throw failure('BadValue', 'malformed section');
    documents.push(section.subarray(at, at + size));
    at += size;
  }
  const name = section.toString('utf8', 4, zero);
  if (sequences.has(name)) throw failure('BadValue', 'a sequence came twice');
  // Inserted documents are checked one by one, when their turn comes.
  if (name !== 'documents') documents.forEach((document) => checkDocument(document));
  sequences.set(name, documents);
}

/** Reads the body's fields; the lists of statements stay in bytes, like sequences. */
function readBody(raw: Raw, sequences: Map<string, Raw[]>): Command {
  checkDocument(raw);
  const body: Doc = new Map();
  for (let at = 4; at < raw.length - 1;) {
    const type = raw[at++]!;
    const zero = raw.indexOf(0, at);
    const name = raw.toString('utf8', at, zero);
    const size = sizeOfValue(raw, type, zero + 1);
    if (type === 4 && lists.has(name)) sequences.set(name, elements(raw.subarray(zero + 1, zero + 1 + size)));
    else body.set(name, decodeValue(raw, type, zero + 1));
    at = zero + 1 + size;
  }
  const database = body.get('$db');
  return {
    name: body.keys().next().value ?? '',
    database: typeof database === 'string' ? database : 'admin',
    body,
    sequences,
  };
}

function elements(array: Raw): Raw[] {
  const found: Raw[] = [];
  for (let at = 4; at < array.length - 1;) {
    const type = array[at++]!;
    const start = array.indexOf(0, at) + 1;
    const size = sizeOfValue(array, type, start);
    if (type !== 3) throw failure('TypeMismatch', 'statements must be objects');
    found.push(array.subarray(start, start + size));
    at = start + size;
  }
  return found;
}

let replies = 0;

/** The bytes of a reply. */
export function writeReply(request: Pick<Request, 'requestId' | 'legacy'>, reply: Map<string, Encodable>): Buffer {
  const body = encode(reply);
  const head = Buffer.alloc(request.legacy ? 36 : 21);
  head.writeInt32LE(head.length + body.length, 0);
  replies = (replies + 1) & 0x7fffffff;
  head.writeInt32LE(replies, 4);
  head.writeInt32LE(request.requestId, 8);
  head.writeInt32LE(request.legacy ? opReply : opMessage, 12);
  if (request.legacy) head.writeInt32LE(1, 32);
  return Buffer.concat([head, body]);
}
