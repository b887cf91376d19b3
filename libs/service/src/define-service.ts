import type { CallService } from '@herald/client';
import type { MessageType, ServiceName } from '@herald/contracts';
import type { Route } from '@herald/http';
import type { Consumer } from '@herald/messaging';
import type { Connection } from '@herald/persistence';
import type { Storage } from '@herald/storage';
import type Joi from 'joi';
import type { Logger } from './logger';

/** Publishes a message; resolves once it cannot be lost. */
export type Emit = <Data>(type: MessageType<Data>, data: Data) => Promise<void>;

/** Periodic work, run by one process at a time. */
export type Job<Deps> = { name: string; everySeconds: number; run: (deps: Deps, signal: AbortSignal) => Promise<void> };

/** What a service builds its dependencies from. */
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
  /** The public URL, the base of links. Known once the service is live. */
  publicUrl: () => string;
  /** The service's secret for signed links; the same in all its processes. */
  linkSecret: string;
  log: Logger;
};

export type ServiceDefinition<Deps, Settings> = {
  name: ServiceName;
  /** One line for the documentation. */
  summary: string;
  /** Requirements beyond the database and the broker, which every service has. */
  needs?: ('mail' | 'storage' | 'push')[];
  calls?: ServiceName[];
  /** The service's own settings; keys are names of the environment. */
  config?: Joi.ObjectSchema<Settings>;
  routes: Route<Deps>[];
  consumers?: Consumer<Deps>[];
  jobs?: Job<Deps>[];
  deps: (context: ServiceContext<Settings>) => Deps | Promise<Deps>;
  /** Starts background work once the service is live; the returned function stops it. */
  live?: (deps: Deps) => () => Promise<void>;
};

/** A service with its types erased. */
export type Service = ServiceDefinition<never, never>;

/** Defines a service as a value; `start` runs it. */
export function defineService<Deps, Settings = object>(definition: ServiceDefinition<Deps, Settings>): Service {
  return definition as unknown as Service;
}
