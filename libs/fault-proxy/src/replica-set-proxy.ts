import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { deserialize, serialize } from 'bson';

export type ReplicaSetProxy = {
  /** Of a replica set with one member. */
  url: string;
  /**
   * From now on every command but the handshake is answered as by a member that is not the primary. With
   * `afterRunning` writes are run before they are answered so, as when a primary steps down in between.
   */
  stepDown(options?: { afterRunning: boolean }): void;
  /** The member is the primary again. */
  stepUp(): void;
  /** Commands that were refused. */
  refused(): number;
  /** Writes that the driver sent again with their number. */
  repeated(): number;
  stop(): void;
};

type State = {
  isPrimary: boolean;
  afterRunning: boolean;
  refused: number;
  repeated: number;
  address: string;
  /** Replies to numbered writes: a replica set answers a repeated one without running it again. */
  replies: Map<string, Buffer>;
};
type Document = Record<string, unknown>;
type Command = { id: number; body: Document; name: string; bytes: Buffer };

const raw = { promoteValues: false, promoteLongs: false, promoteBuffers: false, bsonRegExp: true } as const;
const setName = 'herald';
const notWritablePrimary = 10107;
const primarySteppedDown = 189;
const bodyAt = 21;
const opMessage = 2013;

/** A proxy that presents a standalone server of MongoDB's protocol as a replica set whose primary can step down. */
export async function replicaSetProxy(target: string): Promise<ReplicaSetProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const replies = new Map<string, Buffer>();
  const state: State = { isPrimary: true, afterRunning: false, refused: 0, repeated: 0, address: '', replies };
  const keep = (socket: Socket) => sockets.add(socket.on('error', () => socket.destroy()));
  const server = createServer((client) => {
    const engine = connect(Number(port), hostname);
    keep(client);
    keep(engine);
    client.once('close', () => engine.destroy());
    engine.once('close', () => client.destroy());
    relay(client, engine, state);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  state.address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `mongodb://${state.address}/?replicaSet=${setName}`,
    stepDown: ({ afterRunning } = { afterRunning: false }) => Object.assign(state, { isPrimary: false, afterRunning }),
    stepUp: () => Object.assign(state, { isPrimary: true }),
    refused: () => state.refused,
    repeated: () => state.repeated,
    stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Passes messages between a client and the engine, as the member in its present state does. */
function relay(client: Socket, engine: Socket, state: State): void {
  const asked = new Map<number, Command & { isRefused: boolean; key: string | undefined }>();
  client.on(
    'data',
    framesTo((bytes) => {
      if (bytes.readInt32LE(12) !== opMessage) return void engine.write(bytes);
      const command = commandIn(bytes);
      const isHello = /^(hello|ismaster)$/i.test(command.name);
      const key = keyOf(command.body);
      const known = key ? state.replies.get(key) : undefined;
      if (known && state.isPrimary) {
        state.repeated++;
        return void client.write(answering(command.id, known));
      }
      const isRefused = !state.isPrimary && !isHello && command.name !== 'ping';
      if (isRefused) state.refused++;
      if (isRefused && (known || !(state.afterRunning && key)))
        return void client.write(refusal(command.id, notWritablePrimary));
      asked.set(command.id, { ...command, isRefused, key });
      engine.write(standalone(command));
    }),
  );
  engine.on(
    'data',
    framesTo((bytes) => {
      const command = asked.get(bytes.readInt32LE(8));
      asked.delete(bytes.readInt32LE(8));
      if (command?.key) state.replies.set(command.key, bytes);
      if (command?.isRefused) return void client.write(refusal(command.id, primarySteppedDown));
      client.write(/^(hello|ismaster)$/i.test(command?.name ?? 'hello') ? asMember(bytes, state) : bytes);
    }),
  );
}

/** Calls back with each whole message of a stream. */
function framesTo(onFrame: (bytes: Buffer) => void): (chunk: Buffer) => void {
  let waiting: Buffer = Buffer.alloc(0);
  return (chunk) => {
    waiting = Buffer.concat([waiting, chunk]);
    while (waiting.length >= 4 && waiting.length >= waiting.readInt32LE(0)) {
      const size = waiting.readInt32LE(0);
      onFrame(waiting.subarray(0, size));
      waiting = waiting.subarray(size);
    }
  };
}

/** The body comes first: drivers send it before sequences of documents. */
function commandIn(bytes: Buffer): Command {
  const body = deserialize(bytes.subarray(bodyAt, bodyAt + bytes.readInt32LE(bodyAt)), raw) as Document;
  return { id: bytes.readInt32LE(4), body, name: Object.keys(body)[0]!, bytes };
}

/** Names a write that its driver may repeat. */
function keyOf({ lsid, txnNumber }: Document): string | undefined {
  return txnNumber === undefined ? undefined : JSON.stringify([lsid, txnNumber]);
}

/** The command without what a standalone server does not know. */
function standalone({ body, bytes }: Command): Buffer {
  const { txnNumber, lsid, $clusterTime, ...rest } = body;
  void [txnNumber, lsid, $clusterTime];
  const end = bodyAt + bytes.readInt32LE(bodyAt);
  return framed(bytes, Buffer.concat([serialize(rest), bytes.subarray(end)]));
}

function framed(like: Buffer, sections: Buffer): Buffer {
  const whole = Buffer.concat([like.subarray(0, bodyAt), sections]);
  whole.writeInt32LE(whole.length, 0);
  return whole;
}

/** A copy of a reply, for another request. */
function answering(id: number, reply: Buffer): Buffer {
  const copy = Buffer.from(reply);
  copy.writeInt32LE(id, 8);
  return copy;
}

function refusal(id: number, code: number): Buffer {
  const codeName = code === notWritablePrimary ? 'NotWritablePrimary' : 'PrimarySteppedDown';
  const head = Buffer.alloc(bodyAt);
  head.writeInt32LE(id, 8);
  head.writeInt32LE(opMessage, 12);
  const errorLabels = ['RetryableWriteError'];
  return framed(head, Buffer.from(serialize({ ok: 0, errmsg: 'not primary', code, codeName, errorLabels })));
}

/** The handshake's reply as a member of a replica set gives it, in either of its two forms. */
function asMember(bytes: Buffer, { isPrimary, address }: { isPrimary: boolean; address: string }): Buffer {
  const at = bytes.readInt32LE(12) === opMessage ? bodyAt : 36;
  const hello = deserialize(bytes.subarray(at), { ...raw, promoteValues: true }) as Document;
  const member = { setName, setVersion: 1, hosts: [address], me: address, secondary: !isPrimary };
  const primary = isPrimary ? { primary: address } : {};
  const body = { ...hello, ...member, ...primary, ismaster: isPrimary, isWritablePrimary: isPrimary };
  const whole = Buffer.concat([bytes.subarray(0, at), serialize(body)]);
  whole.writeInt32LE(whole.length, 0);
  return whole;
}
