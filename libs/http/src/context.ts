import type { VerifyToken } from '@herald/auth';
import type { Family, ServiceName } from '@herald/envelopes';
import type { DiskSpace } from '@herald/storage';
import type { HttpError } from './errors';
import type { RequestMemory } from './request-memory';
import type { Method, Route } from './route';
import type { TakeToken } from './token-buckets';
import type { WriteEntry } from './write-log';

export type Observation = { service: ServiceName; method: Method; route: string; status: number; seconds: number };

/** What the routes of one service need of the world around them. */
export type AppContext<Deps> = {
  service: ServiceName;
  family: Family;
  routes: Route<Deps>[];
  deps: Deps;
  verify: VerifyToken;
  memory: RequestMemory;
  /** Throws 429 for a caller who sends too much. */
  takeToken: TakeToken;
  /** Where uploads lie until they are moved. */
  tempDir: string;
  /** The disk of `tempDir`. */
  disk: Pick<DiskSpace, 'hasRoomFor' | 'noteFull'>;
  /** The answer for errors of libraries that have one; undefined: unforeseen. */
  translate(error: unknown): HttpError | undefined;
  onWrite(entry: WriteEntry): Promise<void>;
  onAnswer(observation: Observation): void;
  onError(error: unknown): void;
  /** Holds each answer against the route's `returns`: for tests, so that the documentation cannot lie. */
  checkAnswers?: boolean;
};
