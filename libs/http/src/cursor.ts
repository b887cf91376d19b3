import Joi from 'joi';

/** The position of a walk: the id of its last record, and the total when it began. */
export type Cursor = { id: string; total: number };

const form = /^([0-9a-f]{24})-([0-9a-z]{1,8})$/;

/** A cursor as text, for the next request. */
export const writeCursor = ({ id, total }: Cursor): string => `${id}-${total.toString(36)}`;

/** Undefined for the empty text, which begins a walk. */
export function readCursor(sent: string): Cursor | undefined {
  const [, id, total] = form.exec(sent) ?? [];
  return id && total ? { id, total: parseInt(total, 36) } : undefined;
}

/** A cursor in a query: the empty text, or the `next` of an answer. */
export const cursorText = (): Joi.StringSchema =>
  Joi.string()
    .allow('')
    .pattern(form)
    .messages({ 'string.pattern.base': 'must be empty, or what the answer before gave as next' });
