import { serviceCaller } from '@herald/client';
import { services } from '@herald/contracts';
import { createApp, tokenBuckets } from '@herald/http';
import { deadLetters } from '@herald/messaging';
import { requestMemory, type Connection } from '@herald/persistence';
import type { Storage } from '@herald/storage';
import { personalWork } from './personal-work';
import type { Job, Service, ServiceContext } from './define-service';
import { erasedHash, secretOf } from './erased-hash';
import { runJobs } from './jobs';
import { jobLeases } from './lease.model';
import type { Logger } from './logger';
import { outbox } from './outbox.model';
import { emitter, relayJob } from './outbox';
import { retentionJobs } from './retention';
import type { Runtime } from './runtime';
import { awaitSchema } from './schema/await-schema';
import { migrate } from './schema/migrate';
import { schemaOf, type Schema } from './schema/schema';
import { serviceLog } from './service-log';
import { databaseName, type HouseSettings } from './settings';
import { translateError } from './translate-error';

/** Assembles a service from its definition: its database's schema, dependencies, application. */
export async function assemble(service: Service, runtime: Runtime) {
  const { settings, databases, broker, metrics } = runtime;
  const tracing = runtime.tracingOf(service.name);
  const log = runtime.log.child({ service: service.name });
  const database = databases.database(databaseName(settings.NAMESPACE, service.name));
  const schema = schemaOf(service);
  await readySchema(database, schema, settings, log);
  const [Outbox, Lease] = [outbox.model(database), jobLeases.model(database)];
  const emit = emitter(broker, Outbox, () => metrics.onOutboxed(service.name));
  const context = contextOf(service, { runtime, database, emit, log });
  const deps = await service.deps(context as ServiceContext<never>);
  const writes = serviceLog(service.name, emit, log);
  const app = createApp<never>({
    service: service.name,
    family: services[service.name].family,
    routes: service.routes,
    deps,
    verify: runtime.verify,
    memory: requestMemory(database),
    takeToken: tokenBuckets(settings.RATE_LIMIT_PER_SECOND),
    ...{ tempDir: runtime.tempDir, disk: runtime.disk, stopping: runtime.stopping },
    translate: translateError,
    tracing,
    onWrite: writes.add,
    onAnswer: (observation) => {
      metrics.onAnswer(observation);
      log.info(observation, 'answered');
    },
    onError: (err) => log.error({ err }, 'Unhandled error in request'),
    checkAnswers: runtime.checkAnswers,
  });
  checkModels(database.modelNames(), schema);
  const { depsOf, retention } = personalWork(service, schema, { ...context, deps, house: settings });
  const relay = relayJob(broker, Outbox, log, metrics.onOutboxDepth(service.name));
  let [stopJobs, endLife] = [async () => {}, async () => {}];
  return {
    service,
    app,
    async work() {
      for (const consumer of service.consumers ?? []) await broker.consume(service.name, consumer, depsOf(consumer));
      endLife = service.live?.(deps) ?? endLife;
      const jobs = [...(service.jobs ?? []), relay] as Job<never>[];
      const options = { Lease, log, tracing, observe: metrics.ofJobs(service.name) };
      const stops = [runJobs(jobs, deps, options), runJobs(retentionJobs(service), retention, options)];
      stopJobs = async () => void (await Promise.all(stops.map((stop) => stop())));
    },
    stopJobs: () => stopJobs(),
    /** Stops background work, once no request, message or job is in progress. */
    settle: () => endLife().then(() => writes.settled()),
  };
}

/** Migrates the database, or waits until it has been migrated. */
async function readySchema(database: Connection, schema: Schema, { MIGRATE }: HouseSettings, log: Logger) {
  if (MIGRATE === 'at-start') return migrate(database, schema, (line) => log.info(line));
  return awaitSchema(database, schema, (line) => log.warn(line));
}

/** A collection that is not among the service's records would have no indexes. */
function checkModels(names: string[], { service, records }: Schema): void {
  const unknown = names.find((name) => !records.some((one) => one.name === name));
  if (unknown) throw new Error(`${service}: ${unknown} is missing in its records`);
}

type ContextParts = Pick<ServiceContext<object>, 'database' | 'emit' | 'log'> & { runtime: Runtime };

function contextOf(service: Service, { runtime, database, emit, log }: ContextParts): ServiceContext<object> {
  const { settings, storage, broker, metrics } = runtime;
  const tokenFor = runtime.tokensOf(service.name);
  return {
    settings: runtime.ownSettings(service),
    database,
    emit,
    log,
    call: (name) => serviceCaller({ name, baseUrl: () => runtime.addressOf(name), token: () => tokenFor(name) }),
    storage: storage as Storage,
    smtpUrl: settings.SMTP_URL ?? '',
    countDeadLetters: broker.countDeadLetters,
    openDeadLetters: () => deadLetters(settings.AMQP_URL!, settings.NAMESPACE),
    publicUrl: () => (settings.PUBLIC_URL ?? runtime.addressOf(service.name)).replace(/\/$/, ''),
    metrics,
    linkSecret: secretOf(`links of ${service.name}`, settings.SERVICE_JWT_SECRET!),
    hashValue: erasedHash(service.name, settings.SERVICE_JWT_SECRET!),
  };
}

export type Assembled = Awaited<ReturnType<typeof assemble>>;
