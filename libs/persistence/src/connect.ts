import mongoose, {
  mongo,
  type Connection,
  type ConnectOptions as ConnectionOptions,
  type Mongoose,
  type Schema,
} from 'mongoose';
import { isTransient } from './errors';
import { mayReadStale } from './stale-reads';

export type CommandObservation = { database: string; command: string; seconds: number; failed: boolean };
export type DatabaseServer = {
  /** The connection to one database, shared by all callers with the same name. */
  database(name: string): Connection;
  ready(): Promise<boolean>;
  close(): Promise<void>;
};

export type ConnectOptions = {
  onCommand?: (observation: CommandObservation) => void;
  /** Observes each command, values included: for tests of query plans. */
  onQuery?: (database: string, command: Record<string, unknown>) => void;
  poolSize?: number;
  /** 0: commands may take as long as they need. */
  socketTimeoutMs?: number;
};

/** More than any list of names in a request; the server ends a reply at 16 MB anyway. */
export const recordsPerReply = 20_000;

/**
 * A message is acknowledged once its write is: a standalone server acknowledges before its journal is on disk unless
 * the write asks for it. On a standalone server the majority is itself. Commands that bypass the driver's methods must
 * name it.
 */
export const writeConcern = { w: 'majority', j: true } as const;

const observed = new Set([
  'find',
  'aggregate',
  'insert',
  'update',
  'delete',
  'findAndModify',
  'count',
  'distinct',
  'getMore',
]);

/** Connects to a server of MongoDB's protocol. All databases of the process share its connection pool. */
export async function connectDatabase(
  url: string,
  { onCommand, onQuery, poolSize = 20, socketTimeoutMs = 60_000 }: ConnectOptions = {},
): Promise<DatabaseServer> {
  if (mayReadStale(url)) throw new Error('The URL must not lead reads to secondaries or to older data');
  const own: Mongoose = new mongoose.Mongoose();
  own.set('bufferCommands', false).set('autoIndex', false).set('autoCreate', false).set('strictQuery', 'throw');
  own.plugin(answerInOneReply);
  const root = await open(own, url, {
    serverSelectionTimeoutMS: 5_000,
    // The monitor detects a server that accepts and never answers within some 10 s; its pool is then replaced.
    connectTimeoutMS: 5_000,
    heartbeatFrequencyMS: 5_000,
    socketTimeoutMS: socketTimeoutMs,
    maxPoolSize: poolSize,
    // These options override the URL's.
    w: writeConcern.w,
    journal: writeConcern.j,
    monitorCommands: Boolean(onCommand ?? onQuery),
    appName: 'herald',
  });
  if (onCommand) observe(root, onCommand);
  if (onQuery) root.getClient().on('commandStarted', ({ databaseName, command }) => onQuery(databaseName, command));
  return {
    database: (name) => root.useDb(name, { useCache: true }),
    ready: () =>
      root
        .db!.admin()
        .command({ ping: 1 }, { timeoutMS: 2_000 })
        .then(
          () => true,
          () => false,
        ),
    close: () => root.close(),
  };
}

/** An election takes some ten seconds; a server that is busy answers the first attempts too late. */
const maxLateAttempts = 4;

/** Opens a connection. An attempt that finds no primary yet, or that is answered too late, is repeated. */
async function open(own: Mongoose, url: string, options: ConnectionOptions): Promise<Connection> {
  for (let attempt = 1; ; attempt++) {
    const root = own.createConnection(url, options);
    root.on('error', () => {});
    try {
      return await root.asPromise();
    } catch (error) {
      await root.destroy().catch(() => {});
      if (!isLate(error) || attempt === maxLateAttempts) throw error;
    }
  }
}

/** False if no member of the replica set accepts connections, and for a refusal, as of a password. */
function isLate(error: unknown): boolean {
  if (!(error instanceof mongoose.Error.MongooseServerSelectionError)) return isTransient(error);
  const { servers } = error.cause as mongo.TopologyDescription;
  return [...servers.values()].some((one) => !one.error || one.error instanceof mongo.MongoNetworkTimeoutError);
}

/** An array of records takes one round trip, not a second one after the first hundred. Streams set their own size. */
function answerInOneReply(schema: Schema): void {
  schema.pre('find', function () {
    const { limit, batchSize } = this.getOptions();
    // With one more than the limit, the server closes its cursor at once.
    if (batchSize === undefined) this.batchSize(limit ? limit + 1 : recordsPerReply);
  });
}

function observe(root: Connection, onCommand: (observation: CommandObservation) => void): void {
  const client = root.getClient();
  client.on('commandSucceeded', ({ databaseName: database, commandName: command, duration }) => {
    if (observed.has(command)) onCommand({ database, command, seconds: duration / 1000, failed: false });
  });
  client.on('commandFailed', ({ databaseName: database, commandName: command, duration }) => {
    if (observed.has(command)) onCommand({ database, command, seconds: duration / 1000, failed: true });
  });
}
