import type { CallService } from '@herald/client';
import type { MessageType, ServiceName } from '@herald/envelopes';
import type { Route } from '@herald/http';
import type { Consumer } from '@herald/messaging';
import type { Connection } from '@herald/persistence';
import type { Storage } from '@herald/storage';
import type Joi from 'joi';
import type { Logger } from './logger';

/** Tells the other services; resolves when the message cannot be lost any more. */
export type Emit = <Data>(type: MessageType<Data>, data: Data) => Promise<void>;

/** Work that repeats, done by one process at a time. */
export type Job<Deps> = { name: string; everySeconds: number; run: (deps: Deps, signal: AbortSignal) => Promise<void> };

/** What a service may build its dependencies from. */
export type ServiceContext<Settings> = {
  settings: Settings;
  database: Connection;
  emit: Emit;
  /** Calls another service, one of `calls`. */
  call: (service: ServiceName) => CallService;
  /** Only with `needs: ['storage']`. */
  storage: Storage;
  /** Only with `needs: ['mail']`. */
  smtpUrl: string;
  /** Where callers reach Herald: the beginning of links. Known once the service is live. */
  publicUrl: () => string;
  /** The service's own secret for links that it signs; the same in all its processes. */
  linkSecret: string;
  log: Logger;
};

export type ServiceDefinition<Deps, Settings> = {
  name: ServiceName;
  /** One line for the documentation. */
  summary: string;
  /** Beyond the database and the broker, which every service has. */
  needs?: ('mail' | 'storage' | 'push')[];
  calls?: ServiceName[];
  /** The service's own settings; keys are names of the environment. */
  config?: Joi.ObjectSchema<Settings>;
  routes: Route<Deps>[];
  consumers?: Consumer<Deps>[];
  jobs?: Job<Deps>[];
  deps: (context: ServiceContext<Settings>) => Deps | Promise<Deps>;
  /** Begins what goes on beside requests, once the service is live; what it gives is awaited at the stop. */
  live?: (deps: Deps) => () => Promise<void>;
};

/** A service whose types nobody outside needs to know. */
export type Service = ServiceDefinition<never, never>;

/** A service is a value; `start` makes it live. */
export function defineService<Deps, Settings = object>(definition: ServiceDefinition<Deps, Settings>): Service {
  return definition as unknown as Service;
}
