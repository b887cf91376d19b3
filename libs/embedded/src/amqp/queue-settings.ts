import { AmqpError } from './amqp-error';
import type { Field, Table } from './field-table';
import { textOf } from './field-table';

export type QueueSettings = {
  readonly messageTtl: number;
  readonly expires: number;
  readonly maxLength: number;
  readonly overflow: 'drop-head' | 'reject-publish';
  readonly deadLetterExchange: string | undefined;
  readonly deadLetterRoutingKey: string | undefined;
};

type Check = (name: string, field: Field, refuse: (reason: string) => AmqpError) => void;

const integerTypes = 'bBsuIil';

function wholeNumber(smallest: number): Check {
  return (_name, { type, value }, refuse) => {
    if (!integerTypes.includes(type)) throw refuse(`{unacceptable_type,${typeName(type)}}`);
    if (Number(value) < smallest)
      throw refuse(smallest > 0 && Number(value) === 0 ? '{value_zero,0}' : `{value_negative,${value}}`);
  };
}

const text: Check = (_name, field, refuse) => {
  if (textOf(field) === undefined) throw refuse(`{unacceptable_type,${typeName(field.type)}}`);
};

function oneOf(...allowed: string[]): Check {
  return (name, field, refuse) => {
    text(name, field, refuse);
    if (!allowed.includes(textOf(field) ?? ''))
      throw new AmqpError(540, `argument '${name}' only takes ${allowed.join(' or ')}`);
  };
}

/** The allow-list: an argument not named here is refused. */
const checks: Record<string, Check> = {
  'x-message-ttl': wholeNumber(0),
  'x-expires': wholeNumber(1),
  'x-max-length': wholeNumber(0),
  'x-overflow': oneOf('drop-head', 'reject-publish'),
  'x-dead-letter-exchange': text,
  'x-dead-letter-routing-key': text,
  'x-queue-type': oneOf('classic'),
};

const typeNames: Record<string, string> = {
  b: 'byte',
  B: 'unsignedbyte',
  s: 'short',
  u: 'unsignedshort',
  I: 'signedint',
  i: 'unsignedint',
  l: 'long',
  f: 'float',
  d: 'double',
  S: 'longstr',
  x: 'binary',
  t: 'bool',
  T: 'timestamp',
  F: 'table',
  A: 'array',
  D: 'decimal',
  V: 'void',
};

/** RabbitMQ's word for a field's type. */
export function typeName(type: string): string {
  return typeNames[type] ?? type;
}

/** A queue's arguments as settings; refuses what is unknown or out of range. */
export function queueSettings(where: string, args: Table): QueueSettings {
  for (const [name, field] of args) {
    const check = checks[name];
    if (!check) throw new AmqpError(540, `argument '${name}' for ${where} is not implemented`);
    check(name, field, (reason) => new AmqpError(406, `invalid arg '${name}' for ${where}: ${reason}`));
  }
  if (args.has('x-dead-letter-routing-key') && !args.has('x-dead-letter-exchange')) {
    const reason = 'routing_key_but_no_dlx_defined';
    throw new AmqpError(406, `invalid arg 'x-dead-letter-routing-key' for ${where}: ${reason}`);
  }
  const number = (name: string) => Number(args.get(name)?.value ?? Infinity);
  return {
    messageTtl: number('x-message-ttl'),
    expires: number('x-expires'),
    maxLength: number('x-max-length'),
    overflow: textOf(args.get('x-overflow')) === 'reject-publish' ? 'reject-publish' : 'drop-head',
    deadLetterExchange: textOf(args.get('x-dead-letter-exchange')),
    deadLetterRoutingKey: textOf(args.get('x-dead-letter-routing-key')),
  };
}
