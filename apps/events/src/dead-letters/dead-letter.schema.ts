import { integer, nullable, object, optional, string, text, withDefault, type TypeOf } from '@herald/contracts';
import type { DeadLetter } from '@herald/messaging';

/** What dead letters are chosen by: the queue they came from, with or without the namespace, and the message's id. */
export const letterFilters = () => ({ queue: optional(text(255)), id: optional(text(100)) });

const maxLetters = 1_000;
export const letterLimit = () => withDefault(integer().min(1).max(maxLetters), 100);

const known = () => nullable(string().allow(''));
/** Never the data of the message, which may contain secrets. */
export const letterAnswer = object({
  id: known(),
  type: known(),
  queue: known(),
  reason: known(),
  tries: nullable(integer()),
  at: known(),
});

export const toLetterAnswer = ({ id, type, queue, reason, tries, at }: DeadLetter): TypeOf<typeof letterAnswer> => ({
  id: id ?? null,
  type: type ?? null,
  queue: queue ?? null,
  reason: reason ?? null,
  tries: tries ?? null,
  at: at ?? null,
});
