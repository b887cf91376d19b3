import type { Readable } from 'node:stream';
import Joi from 'joi';

/** What a route answers when all goes well; the handler gives the data alone. */
export type Returns = {
  status: number;
  message: string;
  /** `page`: the handler gives a Page. `count`: a number. `bare`: no envelope. `file`: a FileAnswer. `nothing`: no body. */
  kind: 'one' | 'page' | 'count' | 'bare' | 'file' | 'none' | 'nothing';
  shape?: Joi.Schema;
  /** A page that can be gone on from: its answers carry `next` where the request carries `after`. */
  walked?: boolean;
};

export type Page<T = unknown> = {
  data: T[];
  page: number;
  per_page: number;
  total: number;
  /** Where a walked list goes on; null at its end. */
  next?: string | null;
};
export type FileAnswer = { content: Readable; size: number; type: string; name: string };

const one = (status: number, message: string) => (shape: Joi.Schema) => ({
  status,
  message,
  kind: 'one' as const,
  shape,
});

export const created = one(201, 'Created');
export const found = one(200, 'Found');
export const updated = one(200, 'Updated');
export const ok = one(200, 'Ok');

/** A success with a status and message of its own. */
export const answers = (status: number, message: string, shape: Joi.Schema): Returns => one(status, message)(shape);

/** One page of a list; `walked` for one whose query is made by `walking`. */
export const pageOf = (item: Joi.Schema, { walked = false } = {}): Returns => ({
  status: 200,
  message: 'Found',
  kind: 'page',
  shape: Joi.array().items(item),
  walked,
});

/** How many there are now, without the records themselves. */
export const counted = (status: number, message: string): Returns => ({ status, message, kind: 'count' });

/** A body without an envelope. */
export const bare = (status: number, shape: Joi.Schema): Returns => ({ status, message: '', kind: 'bare', shape });

/** The bytes of a file. */
export const file = (): Returns => ({ status: 200, message: '', kind: 'file' });

const instead = Symbol('instead');
type Instead = { [instead]: Omit<Returns, 'shape'>; data: unknown };

/** Lets a handler answer otherwise than `returns` says: one of the route's `also`. */
export const otherwise = (status: number, message: string, data: unknown): unknown =>
  ({ [instead]: { status, message, kind: 'one' }, data }) satisfies Instead;

/** A success that found no record: `{}`, and a total of 0 where the family tells one. */
export const noRecord = (message: string): unknown =>
  ({ [instead]: { status: 200, message, kind: 'none' }, data: { data: {}, total: 0 } }) satisfies Instead;

/** An answer without a body. */
export const noContent = (): unknown => ({ [instead]: { status: 204, message: '', kind: 'nothing' }, data: undefined });

/** Separates what the handler gave into how to answer and with what. */
export function resolveAnswer(returns: Returns, given: unknown): { returns: Returns; data: unknown } {
  if (typeof given === 'object' && given !== null && instead in given) {
    const { [instead]: other, data } = given as Instead;
    return { returns: { ...other, shape: other.kind === 'none' ? undefined : returns.shape }, data };
  }
  return { returns, data: given };
}

/** Describes data of an answer: every key is there unless it is `.optional()`, and so is an item of every array. */
export function shape(keys: Joi.SchemaMap): Joi.ObjectSchema {
  return Joi.object(keys).prefs({ presence: 'required' });
}
