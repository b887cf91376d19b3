import { successBody } from '@herald/contracts';
import type Joi from 'joi';
import type { AppContext } from './context';
import { readCursor } from './cursor';
import { csvPieces, type CsvAnswer } from './csv';
import { eventPieces, type EventOptions, type EventsAnswer } from './events';
import { resolveAnswer, type FileAnswer, type Page, type Returns } from './returns';
import type { Route } from './route';
import { asDownload, type Answer } from './send';
import type { StreamAnswer } from './send-stream';

export type Outcome = Answer & { data?: unknown; replayed?: boolean };

type OutcomeOptions = {
  /** Picks the fields that the caller chose. */
  pick?: (data: unknown) => unknown;
  /** How long a stream of events lasts. */
  openEvents: () => EventOptions;
};

/** Wraps what a handler gave into its family's envelope. */
export function toOutcome(
  { returns, resource }: Route<never>,
  { family, checkAnswers }: AppContext<never>,
  given: unknown,
  { pick, openEvents }: OutcomeOptions,
): Outcome {
  const { returns: how, data } = resolveAnswer(returns, given);
  const { status, message, kind, shape, envelopeKey = 'data' } = how;
  if (kind === 'nothing') return { status };
  if (kind === 'file') return { status, file: data as FileAnswer };
  if (kind === 'csv') return { status, stream: csvStream(shape!, data as CsvAnswer<never>, checkAnswers) };
  if (kind === 'events')
    return { status, stream: eventStream(shape!, data as EventsAnswer, openEvents(), checkAnswers) };
  const { data: records, ...paging } = separatePaging(kind, data);
  // Where the caller chose fields, a handler may give no more than those.
  if (checkAnswers && shape && !pick) assertShape(shape, records);
  if (checkAnswers) assertNext(how, paging);
  const picked = pick ? pick(records) : records;
  if (kind === 'bare') return { status, body: picked, data };
  const success = { code: status, resource: resource.success, envelopeKey, message, data: picked };
  return { status, body: successBody(family, { ...success, paging }), data: records };
}

function csvStream(shape: Joi.AnySchema, { name, pages }: CsvAnswer<never>, checkAnswers = false): StreamAnswer {
  const headers = { 'Content-Type': 'text/csv; charset=utf-8', ...asDownload(name) };
  return { headers, pieces: csvPieces(shape, checkAnswers ? checkedPages(shape, pages) : pages) };
}

/**
 * A gateway must pass each event on at once. All streams end when the process stops, which closes their connections: no
 * gateway may keep one for its next request.
 */
const eventHeaders = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'X-Accel-Buffering': 'no',
  Connection: 'close',
};

function eventStream(
  shape: Joi.AnySchema,
  { values }: EventsAnswer,
  options: EventOptions,
  checkAnswers = false,
): StreamAnswer {
  async function* checked(signal: AbortSignal) {
    for await (const value of values(signal)) {
      assertShape(shape, value);
      yield value;
    }
  }
  return { headers: eventHeaders, pieces: eventPieces({ values: checkAnswers ? checked : values }, options) };
}

async function* checkedPages<Row>(shape: Joi.AnySchema, pages: AsyncIterable<Row[]>): AsyncGenerator<Row[]> {
  for await (const rows of pages) {
    for (const row of rows) assertShape(shape, row);
    yield rows;
  }
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
