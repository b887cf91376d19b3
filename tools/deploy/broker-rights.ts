/**
 * What the broker lets each service do, as RabbitMQ's definitions: `npm run deploy:broker` writes
 * deploy/rabbitmq/definitions.json; start.sh beside it puts the passwords in. A test fails while the file is stale.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as contracts from '@herald/contracts';
import type { ServiceName } from '@herald/contracts';
import { consumerTopology, retryWaits, sharedTopology, topologyOf } from '@herald/messaging';
import { allServices } from '../../apps/platform/src/services';
import { exactly } from './exactly';

export const definitionsPath = join(__dirname, '../../deploy/rabbitmq/definitions.json');

/** What every service publishes: service log, requests of persons, retention. */
export const publishedByAll: { type: string }[] = [
  contracts.serviceLogged,
  contracts.subjectAnswered,
  contracts.subjectCollected,
  contracts.retentionReported,
];

/** What each service publishes beside that. */
export const published: Partial<Record<ServiceName, { type: string }[]>> = {
  identification: [contracts.deviceRegistered, contracts.devicesUnseen, contracts.subjectRequested],
  index: [contracts.deviceUpdated, contracts.identityUpdated],
  campaigns: [contracts.campaignExpanding, contracts.campaignStopped, contracts.pushBatch],
  notifications: [contracts.deliveryReported, contracts.deliveryResults],
};

const vhost = '/';
const nothing = '^$';
const yearMs = 365 * 86_400_000;
/**
 * Beyond these, the oldest dead letters are dropped. Those of the broker itself have no time of their own: they stay
 * for the longest that DEAD_LETTER_DAYS allows.
 */
const deadLetterLimits = {
  ...{ 'max-length': 100_000, 'max-length-bytes': 1_073_741_824, overflow: 'drop-head' },
  'message-ttl': yearMs,
};
/** As services in production declare them. */
const queueType = 'quorum';

/** The name of a service's user, at the database and at the broker. */
export const userOf = (service: ServiceName, namespace = 'herald') => `${namespace}_${service.replaceAll('-', '_')}`;

/** The setting with the password of that user. */
export const passwordSetting = (service: ServiceName) => `${service.toUpperCase().replaceAll('-', '_')}_PASSWORD`;

/** All users with their rights, everything that is declared, and the limits of the dead letters. */
export function brokerDefinitions(namespace = 'herald') {
  const topology = topologyOf(namespace);
  const shared = sharedTopology(topology, queueType);
  const consumers = allServices.flatMap(({ name, consumers = [] }) =>
    consumers.map((consumer) => ({ queue: topology.queue(name, consumer.name), type: consumer.on.type })),
  );
  const bindings = [
    ...shared.bindings,
    ...consumers.map(({ queue, type }) => ({ queue, exchange: topology.events, pattern: type })),
  ];
  return {
    vhosts: [{ name: vhost }],
    users: [
      userWith('herald', 'OPERATOR_PASSWORD', ['administrator']),
      ...allServices.map(({ name }) => userWith(userOf(name, namespace), passwordSetting(name), [])),
    ],
    permissions: [
      { user: 'herald', vhost, configure: '.*', write: '.*', read: '.*' },
      ...allServices.map((service) => permissionsOf(service, namespace)),
    ],
    topic_permissions: allServices.flatMap((service) => topicPermissionsOf(service, namespace)),
    policies: [
      {
        vhost,
        name: `${namespace}-dead-letters`,
        pattern: exactly(topology.dead),
        'apply-to': 'queues',
        priority: 0,
        definition: deadLetterLimits,
      },
    ],
    exchanges: shared.exchanges.map(({ name, type }) => ({ name, vhost, type, ...lasting, internal: false })),
    queues: [...shared.queues, ...consumers.map(({ queue }) => consumerTopology(topology, queueType, queue))].map(
      ({ name, options }) => ({ name, vhost, ...lasting, arguments: options.arguments as object }),
    ),
    bindings: bindings.map(({ queue, exchange, pattern }) => ({
      ...{ source: exchange, vhost, destination: queue, destination_type: 'queue' },
      ...{ routing_key: pattern, arguments: {} },
    })),
  };
}

type Deployed = (typeof allServices)[number];
const lasting = { durable: true, auto_delete: false, arguments: {} };

function userWith(name: string, passwordOf: string, tags: string[]) {
  const hashing_algorithm = 'rabbit_password_hashing_sha256';
  return { name, password_hash: `{{${passwordOf}}}`, hashing_algorithm, tags };
}

/** To bind a queue takes the right to write to it and to read from its exchange. Nothing may be declared or deleted. */
function permissionsOf({ name, consumers = [], needs = [] }: Deployed, namespace: string) {
  const { events, dead, queue, wait } = topologyOf(namespace);
  const redrives = needs.includes('dead-letters');
  const sharedExchanges = sharedTopology(topologyOf(namespace), queueType).exchanges.map((exchange) => exchange.name);
  const own = consumers.map((consumer) => queue(name, consumer.name));
  const outgoing = own.length > 0 ? sharedExchanges : sharedExchanges.filter((one) => one === events);
  return {
    user: userOf(name, namespace),
    vhost,
    configure: nothing,
    // A dead letter returns to any queue by the default exchange. Erasures look through dead letters and retries.
    write: exactly(...outgoing, ...own, ...(redrives ? ['amq.default'] : [])),
    read: own.length > 0 ? exactly(events, ...own, ...(redrives ? [dead, ...retryWaits.map(wait)] : [])) : nothing,
  };
}

/**
 * Which types a service publishes and binds, and that retries and dead letters carry the names of its own queues: of
 * all queues for the service that puts rewritten ones back, and may send dead letters to any queue anyway.
 */
function topicPermissionsOf({ name, consumers = [], needs = [] }: Deployed, namespace: string) {
  const topology = topologyOf(namespace);
  const user = userOf(name, namespace);
  const types = [...publishedByAll, ...(published[name] ?? [])].map(({ type }) => type);
  const queuesOf = (service: Pick<Deployed, 'name' | 'consumers'>) =>
    (service.consumers ?? []).map((consumer) => topology.queue(service.name, consumer.name));
  const queues = needs.includes('dead-letters') ? allServices.flatMap(queuesOf) : queuesOf({ name, consumers });
  return sharedTopology(topology, queueType).exchanges.map(({ name: exchange }) => {
    if (exchange !== topology.events) return { user, vhost, exchange, write: exactly(...queues), read: nothing };
    return { user, vhost, exchange, write: exactly(...types), read: exactly(...consumers.map(({ on }) => on.type)) };
  });
}

export const definitionsText = () => `${JSON.stringify(brokerDefinitions(), null, 2)}\n`;

if (require.main === module) writeFileSync(definitionsPath, definitionsText());
