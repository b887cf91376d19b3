/**
 * Moves an installation from classic queues to quorum queues, and declares those that are missing. The services must be
 * stopped; messages stay, and some may be handled twice. It may be killed and repeated.
 *
 *   npm run queues:migrate
 *   docker compose run --rm --no-deps -e AMQP_URL=… events node migrate-queues.command.js
 *
 * At AMQP_URL, as a user that may declare and delete, and NAMESPACE.
 */
import { MigrationRefused, migrateQueues, type QueueToMove } from '@herald/messaging';
// eslint-disable-next-line @nx/enforce-module-boundaries -- generated; belongs to no project.
import definitions from '../../../deploy/rabbitmq/definitions.json';

const { AMQP_URL, NAMESPACE = 'herald' } = process.env;

/** The queues as the broker's definitions declare them, which are generated from the services. */
function queuesOf(namespace: string): QueueToMove[] {
  const named = JSON.stringify(definitions).replaceAll('"herald.', `"${namespace}.`);
  const { queues, bindings } = JSON.parse(named) as typeof definitions;
  return queues.map(({ name, durable, arguments: args }) => {
    const own = bindings.filter(({ destination }) => destination === name);
    // The queues of dead letters and retries have an exchange of their own: what came by it, returns by it.
    const [everything] = own.filter((binding) => binding.routing_key === '#');
    return {
      name,
      options: { durable, arguments: args },
      bindings: own.map(({ source, routing_key }) => ({ exchange: source, pattern: routing_key })),
      returnBy: everything?.source,
    };
  });
}

async function main(): Promise<void> {
  if (!AMQP_URL) throw new MigrationRefused('AMQP_URL is not set');
  await migrateQueues(AMQP_URL, NAMESPACE, queuesOf(NAMESPACE), {
    onMoved: ({ queue, messages }) =>
      console.log(`${queue}: a quorum queue${messages > 0 ? `, ${messages} messages moved` : ''}`),
  });
}

main().catch((error: Error & { code?: unknown }) => {
  // The error of a connection may hold the address with its password.
  const reason = error instanceof MigrationRefused ? error.message : `stopped (${String(error.code ?? error.name)})`;
  console.error(`queues:migrate: ${reason}${error instanceof MigrationRefused ? '' : '; repeat it'}`);
  process.exit(1);
});
