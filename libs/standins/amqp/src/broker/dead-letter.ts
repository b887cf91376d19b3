import type { Entry } from '../store/store';
import { textField, textOf, type Field, type FieldValue, type Table } from '../wire/field-table';
import { propertiesOf, type Message } from '../wire/message';
import { expirationOf, headersOf, joinProperties, withHeaders, withoutExpiration } from '../wire/properties';
import { route, type Broker } from './broker';
import { enqueue } from './consumer';
import { forget, type DeathReason, type Queue } from './queue';

/** RabbitMQ sorts the names of a table. */
function sortByName(table: Table): Table {
  return new Map([...table].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function tablesOf(field: Field | undefined): Table[] {
  const items = Array.isArray(field?.value) ? field.value : [];
  return items.flatMap(({ value }) => (value instanceof Map ? [value] : []));
}

const longField = (value: bigint): Field => ({ type: 'l', value });
const tableField = (value: FieldValue): Field => ({ type: 'F', value });

function createDeath(queue: Queue, message: Message, reason: DeathReason, expiration: string | undefined): Table {
  const death: Table = new Map([
    ['count', longField(1n)],
    ['exchange', textField(message.exchange)],
    ['queue', textField(queue.name)],
    ['reason', textField(reason)],
    ['routing-keys', { type: 'A', value: [textField(message.routingKey)] }],
    ['time', { type: 'T', value: BigInt(Math.floor(Date.now() / 1_000)) }],
  ]);
  if (expiration !== undefined) death.set('original-expiration', textField(expiration));
  return sortByName(death);
}

function incrementCount(death: Table): Table {
  const count = death.get('count')?.value;
  return new Map(death).set('count', longField(BigInt((count as number | bigint | undefined) ?? 1) + 1n));
}

/** The headers with a death at the front of `x-death`. An earlier one with the same queue and reason is counted up. */
function withDeath(headers: Table, death: Table): Table {
  const isSame = (other: Table) =>
    textOf(other.get('queue')) === textOf(death.get('queue')) &&
    textOf(other.get('reason')) === textOf(death.get('reason'));
  const deaths = tablesOf(headers.get('x-death'));
  const same = deaths.find(isSame);
  const others = deaths.filter((other) => !isSame(other));
  const changed: Table = new Map(headers);
  changed.set('x-death', { type: 'A', value: [same ? incrementCount(same) : death, ...others].map(tableField) });
  for (const name of ['reason', 'queue', 'exchange']) {
    const first = `x-first-death-${name}`;
    if (deaths.length === 0 && !changed.has(first)) changed.set(first, death.get(name) as Field);
  }
  return sortByName(changed);
}

/** Whether a dead letter would run in a cycle: it was in this queue before and has not been rejected since. */
function isCycle(queue: Queue, deaths: Table[]): boolean {
  const last = deaths.findIndex((death) => textOf(death.get('queue')) === queue.name);
  return last >= 0 && deaths.slice(0, last + 1).every((death) => textOf(death.get('reason')) !== 'rejected');
}

/** False if no queue receives it. */
function publishDeadLetter(broker: Broker, queue: Queue, message: Message, reason: DeathReason): boolean {
  const exchange = queue.settings.deadLetterExchange ?? '';
  const routingKey = queue.settings.deadLetterRoutingKey ?? message.routingKey;
  const targets = route(broker, exchange, routingKey);
  if (!targets || targets.length === 0) return false;
  const properties = propertiesOf(message);
  const headers = withDeath(
    headersOf(properties) ?? new Map(),
    createDeath(queue, message, reason, expirationOf(properties)),
  );
  const section = joinProperties(withoutExpiration(withHeaders(properties, headers)));
  const deadLetterMessage: Message = {
    exchange,
    routingKey,
    content: Buffer.concat([section, message.content.subarray(message.propertiesLength)]),
    propertiesLength: section.length,
    persistent: message.persistent,
    expires: false,
  };
  const deaths = tablesOf(headers.get('x-death'));
  for (const target of targets) {
    if (reason === 'rejected' || !isCycle(target, deaths)) enqueue(target, deadLetterMessage);
  }
  return true;
}

/** RabbitMQ waits up to three minutes. */
const retryDelayMs = 2_000;

/**
 * Removes a message from its queue and publishes it to the dead-letter exchange, if the queue has one. With
 * at-least-once dead-lettering it stays in the store until a queue receives it.
 */
export function deadLetter(broker: Broker, queue: Queue, entry: Entry, reason: DeathReason): void {
  const { deadLetterExchange, deadLettersSafely } = queue.settings;
  const isPublished = deadLetterExchange !== undefined && publishDeadLetter(broker, queue, entry.message, reason);
  if (isPublished || !deadLettersSafely) return forget(queue, entry);
  const retry = () => void (queue.deleted || deadLetter(broker, queue, entry, reason));
  setTimeout(retry, retryDelayMs).unref();
}
