import { successBody } from '@herald/contracts';
import type { AppContext } from './context';
import { readCursor } from './cursor';
import { resolveAnswer, type FileAnswer, type Page, type Returns } from './returns';
import type { Route } from './route';
import type { Answer } from './send';

export type Outcome = Answer & { data?: unknown; replayed?: boolean };

/** Wraps what a handler gave into its family's envelope. */
export function toOutcome(
  { returns, resource }: Route<never>,
  { family, checkAnswers }: AppContext<never>,
  given: unknown,
  pick?: (data: unknown) => unknown,
): Outcome {
  const { returns: how, data } = resolveAnswer(returns, given);
  const { status, message, kind, shape, envelopeKey = 'data' } = how;
  if (kind === 'nothing') return { status };
  if (kind === 'file') return { status, file: data as FileAnswer };
  const { data: records, ...paging } = separatePaging(kind, data);
  // Where the caller chose fields, a handler may give no more than those.
  if (checkAnswers && shape && !pick) assertShape(shape, records);
  if (checkAnswers) assertNext(how, paging);
  const picked = pick ? pick(records) : records;
  if (kind === 'bare') return { status, body: picked, data };
  const success = { code: status, resource: resource.success, envelopeKey, message, data: picked };
  return { status, body: successBody(family, { ...success, paging }), data: records };
}

/** The data of the envelope, and the keys beside it. */
function separatePaging(kind: Returns['kind'], data: unknown): { data?: unknown } & Partial<Omit<Page, 'data'>> {
  if (kind === 'page' || kind === 'empty') return data as Page;
  return kind === 'count' ? { total: data as number } : { data };
}

/** `next` is a cursor or the end, and only walked lists have it. */
function assertNext({ walked = false }: Returns, { next }: Partial<Page>): void {
  const fits = next === undefined || (walked && (next === null || readCursor(next) !== undefined));
  if (!fits) throw new Error('The answer has a next that the route does not declare');
}

function assertShape(shape: NonNullable<Returns['shape']>, data: unknown): void {
  const { error } = shape.validate(JSON.parse(JSON.stringify(data)), { convert: false });
  if (error) throw new Error(`The answer does not match what the route returns: ${error.message}`);
}
