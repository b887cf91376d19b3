import { pipeline } from 'node:stream/promises';
import { failureBody, type Family } from '@herald/contracts';
import type { Response } from 'express';
import type { HttpError } from './errors';
import type { FileAnswer } from './returns';
import type { StreamAnswer } from './send-stream';

export type Answer = {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
  file?: FileAnswer;
  stream?: StreamAnswer;
};

export const always = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };

/** Writes an answer with a JSON body, or none. */
export function sendAnswer(res: Response, { status, body, headers }: Answer): void {
  if (res.headersSent || res.destroyed) return;
  if (body === undefined) {
    res.writeHead(status, { ...always, ...headers }).end();
    return;
  }
  const text = Buffer.from(JSON.stringify(body));
  const described = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': text.length };
  res.writeHead(status, { ...always, ...described, ...headers }).end(text);
}

/** Streams a file; the stream ends when the caller disconnects. */
export async function sendFile(res: Response, { content, size, type, name }: FileAnswer): Promise<void> {
  res.writeHead(200, {
    ...always,
    'Content-Type': type,
    'Content-Length': size,
    ...asDownload(name),
  });
  await pipeline(content, res);
}

/** The headers of what a browser stores and never shows. */
export const asDownload = (name: string) => ({
  'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
  'Content-Security-Policy': 'sandbox',
});

/** Family C has its own texts for some messages. */
const spelledByC: Record<number, string> = { 404: 'Not Found', 422: 'Unprocessable Entity' };

/** The answer to an error in its family's envelope. */
export function failureAnswer(family: Family, resource: string, { status, message, detail }: HttpError): Answer {
  const bare = status === 401 || status === 403;
  const spelled = (family === 'C' && detail.message === undefined && spelledByC[status]) || message;
  const failure = {
    code: status,
    resource: detail.resource ?? resource,
    message: spelled,
    errors: detail.errors,
    bare,
  };
  return { status, body: failureBody(family, failure), headers: detail.headers };
}
