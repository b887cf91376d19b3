import { decodeCharset } from './charset';
import { decodeQuotedPrintable } from './transfer-encoding';

const encodedWord = /=\?([^?*]+)(?:\*[^?]*)?\?([bq])\?([^?]*)\?=/gi;
const wordsInARow = /=\?[^?]+\?[bq]\?[^?]*\?=(?:\s+=\?[^?]+\?[bq]\?[^?]*\?=)*/gi;

function wordBytes(encoding: string, text: string): Buffer {
  return encoding.toLowerCase() === 'b'
    ? Buffer.from(text, 'base64')
    : decodeQuotedPrintable(text.replaceAll('_', ' ').replace(/ $/, '=20'));
}

/** Neighbours of one charset are decoded together: a character may be cut between them. */
function decodeRow(row: string): string {
  const runs: { charset: string; parts: Buffer[] }[] = [];
  for (const [, charset = '', encoding = '', text = ''] of row.matchAll(encodedWord)) {
    const last = runs.at(-1);
    const bytes = wordBytes(encoding, text);
    if (last?.charset === charset.toLowerCase()) last.parts.push(bytes);
    else runs.push({ charset: charset.toLowerCase(), parts: [bytes] });
  }
  return runs.map(({ charset, parts }) => decodeCharset(Buffer.concat(parts), charset)).join('');
}

/** A header's text; the header was read as latin1 and may hold encoded words or plain utf-8. */
export function decodeHeader(value: string): string {
  return Buffer.from(value, 'latin1').toString('utf8').replace(wordsInARow, decodeRow);
}
