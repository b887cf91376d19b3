import type { Readable } from 'node:stream';
import { list, type TypeOf } from '@herald/contracts';
import type Joi from 'joi';
import type { CsvAnswer } from './csv';
import type { EventsAnswer } from './events';

/** What a route answers when all goes well; the handler gives the data alone. */
export type Returns<Answer = unknown> = {
  status: number;
  message: string;
  /**
   * `page`: the handler gives a Page. `count`: a number. `bare`: no envelope. `file`: a FileAnswer. `csv`: a CsvAnswer.
   * `events`: an EventsAnswer. `nothing`: no body.
   */
  kind: 'one' | 'page' | 'count' | 'bare' | 'file' | 'csv' | 'events' | 'empty' | 'nothing';
  shape?: Joi.AnySchema;
  /** A page that a walk continues: its answers carry `next` where the request carries `after`. */
  walked?: boolean;
  /** The answer that the handler gives; a type without a value. */
  readonly answer?: Answer;
} & ReturnOptions;

type ReturnOptions = {
  /** Family B: the key that the data stands under. */
  envelopeKey?: string;
  /** Callers may choose by `fields` which parts of each record to return. */
  fields?: true | { always: string };
  /** Other successes, by status, for the documentation. */
  others?: Record<number, string>;
};

export type Page<T = unknown> = {
  data: T[];
  page: number;
  per_page: number;
  total: number;
  /** Where the walk continues; null at its end. */
  next?: string | null;
};
export type FileAnswer = { content: Readable; size: number; type: string; name: string };

/** A success with a status and message of its own. */
export const success = <S extends Joi.AnySchema>(
  status: number,
  message: string,
  shape: S,
  options: ReturnOptions = {},
): Returns<TypeOf<S>> => ({ status, message, kind: 'one', shape, ...options });

const answering =
  (status: number, message: string) =>
  <S extends Joi.AnySchema>(shape: S, options?: ReturnOptions) =>
    success(status, message, shape, options);

export const created = answering(201, 'Created');
export const found = answering(200, 'Found');
export const updated = answering(200, 'Updated');
export const ok = answering(200, 'Ok');

/** One page of a list; `walked` for one whose query is declared by `walking`. */
export const pageOf = <S extends Joi.AnySchema>(
  item: S,
  options: ReturnOptions & { walked?: boolean } = {},
): Returns<Page<TypeOf<S>>> => ({ status: 200, message: 'Found', kind: 'page', shape: list(item), ...options });

/** How many there are now, without the records themselves. */
export const counted = (status: number, message: string, options: ReturnOptions = {}): Returns<number> => ({
  status,
  message,
  kind: 'count',
  ...options,
});

/** A body without an envelope. */
export const bare = <S extends Joi.AnySchema>(
  status: number,
  shape: S,
  options: ReturnOptions = {},
): Returns<TypeOf<S>> => ({ status, message: '', kind: 'bare', shape, ...options });

/** The bytes of a file. */
export const file = (): Returns<FileAnswer> => ({ status: 200, message: '', kind: 'file' });

/** Rows of any number as CSV, streamed. */
export const csv = <S extends Joi.AnySchema>(row: S): Returns<CsvAnswer<TypeOf<S>>> => ({
  status: 200,
  message: '',
  kind: 'csv',
  shape: row,
});

/** Values as they come, as server-sent events. */
export const events = <S extends Joi.AnySchema>(value: S): Returns<EventsAnswer<TypeOf<S>>> => ({
  status: 200,
  message: '',
  kind: 'events',
  shape: value,
});

const override = Symbol('override');

/** An answer that differs from what `returns` declares. */
export type Override = { readonly [override]: Omit<Returns, 'shape'>; data: unknown };

/** Answers with another status and message: one of the `others` of `returns`. */
export const respondWith = (status: number, message: string, data: unknown): Override => ({
  [override]: { status, message, kind: 'one' },
  data,
});

/** A success that found no record: `{}`, and a total of 0 where the family has one. */
export const emptyResult = (message: string): Override => ({
  [override]: { status: 200, message, kind: 'empty' },
  data: { data: {}, total: 0 },
});

/** An answer without a body. */
export const noContent = (): Override => ({
  [override]: { status: 204, message: '', kind: 'nothing' },
  data: undefined,
});

/** Separates what the handler gave into how to answer and with what. */
export function resolveAnswer(returns: Returns, given: unknown): { returns: Returns; data: unknown } {
  if (typeof given !== 'object' || given === null || !(override in given)) return { returns, data: given };
  const { [override]: other, data } = given as Override;
  const { shape, envelopeKey } = returns;
  return { returns: { envelopeKey, ...other, shape: other.kind === 'empty' ? undefined : shape }, data };
}
