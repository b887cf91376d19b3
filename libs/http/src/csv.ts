import type { TypeOf } from '@herald/contracts';
import type Joi from 'joi';

/** Rows as a table: one page of them is in memory at a time. */
export type CsvAnswer<Row = unknown> = {
  /** The name of the file. */
  name: string;
  pages: AsyncIterable<Row[]>;
};
type Described = { keys?: Record<string, unknown> };

/** Spreadsheets take a file without this mark for one in the local encoding. */
const byteOrderMark = '\uFEFF';

/**
 * Rows as CSV (RFC 4180) in UTF-8, a column for each field of the schema. The first piece contains the first page, so
 * that a failure before it still has a status.
 */
export async function* csvPieces<Row extends Joi.AnySchema>(
  shape: Row,
  pages: AsyncIterable<TypeOf<Row>[]>,
): AsyncGenerator<string> {
  const columns = Object.keys((shape.describe() as Described).keys ?? {});
  let head = byteOrderMark + lineOf(columns);
  for await (const rows of pages) {
    yield head + rows.map((row) => lineOf(columns.map((name) => Object(row)[name]))).join('');
    head = '';
  }
  if (head) yield head;
}

const lineOf = (values: unknown[]): string => `${values.map(cellOf).join(',')}\r\n`;

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof Date) return value.toISOString();
  const text = withoutFormulas(typeof value === 'string' ? value : JSON.stringify(value));
  return /[",;\s]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Spreadsheets run text that begins with one of these signs. Where the local separator is not the comma, a cell begins
 * after a semicolon, a tab or a line break within the text as well.
 */
const withoutFormulas = (text: string): string => text.replace(/(^|[;\t\r\n])(?=[=+\-@＝＋－＠])/g, "$1'");
