import type { Broker } from './broker';
import { route } from './broker';
import { enqueue } from './consumer';
import type { Field, FieldValue, Table } from './field-table';
import { textField, textOf } from './field-table';
import type { Message } from './message';
import { propertiesOf } from './message';
import { expirationOf, headersOf, joinProperties, withHeadersOnly } from './properties';
import type { DeathReason, Queue } from './queue';
import { forget } from './queue';
import type { Entry } from './ready-list';

function sorted(table: Table): Table {
  return new Map([...table].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function tablesOf(field: Field | undefined): Table[] {
  const items = Array.isArray(field?.value) ? field.value : [];
  return items.flatMap(({ value }) => (value instanceof Map ? [value] : []));
}

const asLong = (value: bigint): Field => ({ type: 'l', value });
const inTable = (value: FieldValue): Field => ({ type: 'F', value });

function newDeath(queue: Queue, message: Message, reason: DeathReason, expiration: string | undefined): Table {
  const death: Table = new Map([
    ['count', asLong(1n)],
    ['exchange', textField(message.exchange)],
    ['queue', textField(queue.name)],
    ['reason', textField(reason)],
    ['routing-keys', { type: 'A', value: [textField(message.routingKey)] }],
    ['time', { type: 'T', value: BigInt(Math.floor(Date.now() / 1_000)) }],
  ]);
  if (expiration !== undefined) death.set('original-expiration', textField(expiration));
  return sorted(death);
}

function countAgain(death: Table): Table {
  const count = death.get('count')?.value;
  return new Map(death).set('count', asLong(BigInt((count as number | bigint | undefined) ?? 1) + 1n));
}

/** The headers with this death at the front of `x-death`; one by the same queue and reason is only counted. */
function withDeath(headers: Table, death: Table): Table {
  const isSame = (other: Table) =>
    textOf(other.get('queue')) === textOf(death.get('queue')) &&
    textOf(other.get('reason')) === textOf(death.get('reason'));
  const deaths = tablesOf(headers.get('x-death'));
  const same = deaths.find(isSame);
  const others = deaths.filter((other) => !isSame(other));
  const changed: Table = new Map(headers);
  changed.set('x-death', { type: 'A', value: [same ? countAgain(same) : death, ...others].map(inTable) });
  for (const name of ['reason', 'queue', 'exchange']) {
    const first = `x-first-death-${name}`;
    if (deaths.length === 0 && !changed.has(first)) changed.set(first, death.get(name) as Field);
  }
  return sorted(changed);
}

/** Whether a message came to this queue before without anybody having rejected it in between. */
function isCycle(queue: Queue, deaths: Table[]): boolean {
  const last = deaths.findIndex((death) => textOf(death.get('queue')) === queue.name);
  return last >= 0 && deaths.slice(0, last + 1).every((death) => textOf(death.get('reason')) !== 'rejected');
}

function publishDeadLetter(broker: Broker, queue: Queue, message: Message, reason: DeathReason): void {
  const exchange = queue.settings.deadLetterExchange ?? '';
  const routingKey = queue.settings.deadLetterRoutingKey ?? message.routingKey;
  const targets = route(broker, exchange, routingKey);
  if (!targets || targets.length === 0) return;
  const properties = propertiesOf(message);
  const headers = withDeath(
    headersOf(properties) ?? new Map(),
    newDeath(queue, message, reason, expirationOf(properties)),
  );
  const start = joinProperties(withHeadersOnly(properties, headers));
  const letter: Message = {
    exchange,
    routingKey,
    content: Buffer.concat([start, message.content.subarray(message.propertiesLength)]),
    propertiesLength: start.length,
    persistent: message.persistent,
    expires: false,
  };
  const deaths = tablesOf(headers.get('x-death'));
  for (const target of targets) {
    if (reason === 'rejected' || !isCycle(target, deaths)) enqueue(target, letter);
  }
}

/** Takes a message out of its queue for good, to the dead-letter exchange if the queue has one. */
export function bury(broker: Broker, queue: Queue, entry: Entry, reason: DeathReason): void {
  if (queue.settings.deadLetterExchange !== undefined) publishDeadLetter(broker, queue, entry.message, reason);
  forget(queue, entry);
}
