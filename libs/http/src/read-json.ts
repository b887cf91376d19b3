import type { Request, Response } from 'express';
import express from 'express';
import { HttpError, badRequest } from './errors';

const deepest = 50;
const quote = 0x22;
const backslash = 0x5c;

/** A reader of JSON bodies up to `limit` bytes. Gives undefined where there is no body. */
export function jsonReader(limit: number): (req: Request, res: Response) => Promise<unknown> {
  const parse = express.json({ limit, strict: false, inflate: false, verify: (_req, _res, raw) => refuseHarmful(raw) });
  return (req, res) =>
    new Promise((resolve, reject) => {
      if (!hasBody(req)) return resolve(undefined);
      if (!req.is(['application/json', 'application/*+json'])) return reject(new HttpError(415));
      parse(req, res, (error?: unknown) => (error ? reject(readError(error)) : resolve(req.body as unknown)));
    });
}

function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Parses JSON that came as text inside a form, with the same care as a body. */
export function parseJson(text: string): unknown {
  refuseHarmful(Buffer.from(text));
  return JSON.parse(text);
}

/** Nesting without end and names that reach prototypes have no use in any request; both are refused unread. */
function refuseHarmful(raw: Buffer): void {
  if (depthOf(raw) > deepest) throw badRequest({ errors: 'The body is nested too deep' });
  if (raw.includes('__proto__') || raw.includes('\\u005f') || raw.includes('\\u005F')) {
    JSON.parse(raw.toString(), (key, value: unknown) => {
      if (key === '__proto__') throw badRequest({ errors: 'The body holds a name that is not allowed' });
      return value;
    });
  }
}

function depthOf(raw: Buffer): number {
  let depth = 0;
  let most = 0;
  let inText = false;
  for (let at = 0; at < raw.length; at++) {
    const byte = raw[at]!;
    if (inText) {
      if (byte === backslash) at++;
      else if (byte === quote) inText = false;
    } else if (byte === quote) inText = true;
    else if (byte === 0x7b || byte === 0x5b) most = Math.max(most, ++depth);
    else if (byte === 0x7d || byte === 0x5d) depth--;
  }
  return most;
}

function readError(error: unknown): unknown {
  if (error instanceof HttpError) return error;
  const { status, cause } = error as { status?: number; cause?: unknown };
  if (cause instanceof HttpError) return cause;
  if (status === 413 || status === 415) return new HttpError(status);
  return status && status < 500 ? badRequest({ errors: 'The body is not valid JSON', cause: error }) : error;
}
