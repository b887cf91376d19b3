import type { CallService } from '@herald/client';
import type { MessageType, ServiceName } from '@herald/contracts';
import type { NamedRoute, Route } from '@herald/http';
import type { Consumer, DeadLetters } from '@herald/messaging';
import type { Metrics } from '@herald/metrics';
import type { AnyRecord, Connection } from '@herald/persistence';
import type { Storage } from '@herald/storage';
import { onSubjectRequested, type Holding, type Retention } from '@herald/subjects';
import type Joi from 'joi';
import type { Logger } from './logger';
import type { Migration } from './schema/schema';

/** Publishes a message; resolves once it cannot be lost. */
export type Emit = <Data>(type: MessageType<Data>, data: Data) => Promise<void>;

/** Periodic work, run by one process at a time. */
export type Job<Deps> = {
  name: string;
  everySeconds: number;
  run: (deps: Deps, signal: AbortSignal) => Promise<void>;
  /** Another process runs the job: gauges that it sets here return to zero. */
  onStandBy?: (deps: Deps) => void;
};

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
  /** Only with `needs: ['dead-letters']`: opens those of the whole installation, on a connection of their own. */
  openDeadLetters: () => Promise<DeadLetters>;
  /** Only with `needs: ['dead-letters']`: the number of them. */
  countDeadLetters: () => Promise<number>;
  /** The public URL, the base of links. Known once the service is live. */
  publicUrl: () => string;
  /** The service's secret for signed links; the same in all its processes. */
  linkSecret: string;
  /** Replaces a value of a person where sums or evidence must stay; the same in all processes of the service. */
  hashValue: (value: string) => string;
  /** Declares metrics of the service, each once in a process. */
  metrics: Metrics;
  log: Logger;
};

export type ServiceDefinition<Deps, Settings> = {
  name: ServiceName;
  /** One line for the documentation. */
  summary: string;
  /** Requirements beyond the database and the broker, which every service has. */
  needs?: ('mail' | 'storage' | 'push' | 'dead-letters')[];
  calls?: ServiceName[];
  /** The service's own settings; keys are names of the environment. */
  config?: Joi.ObjectSchema<Settings>;
  /** By the names of their constants, which are the names of the API's operations. */
  routes: Record<string, Route<Deps>>;
  /** Its collections; their indexes are built from the declarations. */
  records?: AnyRecord[];
  /** Changes of stored data between versions, oldest first. */
  migrations?: Migration[];
  consumers?: Consumer<Deps>[];
  jobs?: Job<Deps>[];
  /** Where the service holds data of persons: one entry or more for each collection with a personal field. */
  personalData?: Holding<Deps>[];
  /** How long it keeps what: one entry or more for each collection with a personal field. */
  retention?: Retention<Deps>[];
  deps: (context: ServiceContext<Settings>) => Deps | Promise<Deps>;
  /** Starts background work once the service is live; the returned function stops it. */
  live?: (deps: Deps) => () => Promise<void>;
};

/** A service with its types erased. */
export type Service = Omit<ServiceDefinition<never, never>, 'routes'> & { routes: NamedRoute<never>[] };

/** Defines a service as a value; `start` runs it. */
export function defineService<Deps, Settings = object>(definition: ServiceDefinition<Deps, Settings>): Service {
  const routes = Object.entries(definition.routes).map(([name, route]) => ({ ...route, name }));
  const consumers = [...(definition.consumers ?? []), onSubjectRequested];
  return { ...definition, routes, consumers } as unknown as Service;
}
