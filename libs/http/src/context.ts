import type { VerifyToken } from '@herald/auth';
import type { Family, ServiceName } from '@herald/contracts';
import type { DiskSpace } from '@herald/storage';
import type { Tracing } from '@herald/tracing';
import type { HttpError } from './errors';
import type { RequestMemory } from './request-memory';
import type { Method, Route } from './route';
import type { TakeToken } from './token-buckets';
import type { WriteEntry } from './write-log';

export type Observation = { service: ServiceName; method: Method; route: string; status: number; seconds: number };

/** What the routes of one service need from their process. */
export type AppContext<Deps> = {
  service: ServiceName;
  family: Family;
  routes: Route<Deps>[];
  deps: Deps;
  verify: VerifyToken;
  memory: RequestMemory;
  /** Throws 429 for a caller above its rate limit. */
  takeToken: TakeToken;
  /** The folder of uploads until they are moved. */
  tempDir: string;
  /** The disk of `tempDir`. */
  disk: Pick<DiskSpace, 'hasRoomFor' | 'noteFull'>;
  /** The answer for a known error of a library; undefined for an unhandled error. */
  translate(error: unknown): HttpError | undefined;
  /** Aborts when the process stops: streams of events end then. */
  stopping?: AbortSignal;
  /** Records a span for each request; there is none where no collector is set. */
  tracing?: Tracing;
  onWrite(entry: WriteEntry): Promise<void>;
  onAnswer(observation: Observation): void;
  onError(error: unknown): void;
  /** Checks each answer against the route's `returns`: for tests, so that the documentation stays true. */
  checkAnswers?: boolean;
};
