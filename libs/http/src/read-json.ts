import type { Request, Response } from 'express';
import express from 'express';
import { HttpError, badRequest } from './errors';

const maxDepth = 50;
const quote = 0x22;
const backslash = 0x5c;

/** Reads JSON bodies in UTF-8 of at most `limit` bytes; undefined without a body. */
export function jsonReader(limit: number): (req: Request, res: Response) => Promise<unknown> {
  const read = express.raw({ limit, inflate: false, type: () => true });
  return (req, res) =>
    new Promise((resolve, reject) => {
      if (!hasBody(req)) return resolve(undefined);
      if (!req.is(['application/json', 'application/*+json']) || !isUtf8(req.headers['content-type']))
        return reject(new HttpError(415));
      read(req, res, (error?: unknown) => {
        if (error) return reject(readError(error));
        try {
          resolve(parseBytes(req.body as Buffer<ArrayBuffer>));
        } catch (problem) {
          reject(problem as Error);
        }
      });
    });
}

function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Another charset would be decoded after the checks on the bytes, and could evade them. */
function isUtf8(contentType = ''): boolean {
  const charsets = [...contentType.matchAll(/;\s*charset\s*=\s*("[^"]*"|[^;\s]*)/gi)].map(([, value]) => value!);
  return charsets.every((charset) => /^"?utf-?8"?$/i.test(charset));
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function parseBytes(raw: Buffer<ArrayBuffer>): unknown {
  if (raw.length === 0) return {};
  let text: string;
  try {
    text = utf8.decode(raw);
  } catch (cause) {
    throw badRequest({ errors: 'The body is not valid UTF-8', cause });
  }
  return parseJson(text, raw);
}

/** Parses JSON of a body or of a form's text field; refuses deep nesting and prototype keys. */
export function parseJson(text: string, raw = Buffer.from(text)): unknown {
  // Counted on the bytes, because a parser would first build millions of nested arrays.
  if (depthOf(raw) > maxDepth) throw badRequest({ errors: 'The body is nested too deep' });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw badRequest({ errors: 'The body is not valid JSON', cause });
  }
  if (reachesPrototype(value)) throw badRequest({ errors: 'The body holds a name that is not allowed' });
  return value;
}

function reachesPrototype(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(reachesPrototype);
  return Object.hasOwn(value, '__proto__') || Object.values(value).some(reachesPrototype);
}

function depthOf(raw: Buffer): number {
  let depth = 0;
  let max = 0;
  let isInText = false;
  for (let at = 0; at < raw.length; at++) {
    const byte = raw[at]!;
    if (isInText) {
      if (byte === backslash) at++;
      else if (byte === quote) isInText = false;
    } else if (byte === quote) isInText = true;
    else if (byte === 0x7b || byte === 0x5b) max = Math.max(max, ++depth);
    else if (byte === 0x7d || byte === 0x5d) depth--;
  }
  return max;
}

function readError(error: unknown): unknown {
  const { status } = error as { status?: number };
  if (status === 413 || status === 415) return new HttpError(status);
  return status && status < 500 ? badRequest({ errors: 'The body is not valid JSON', cause: error }) : error;
}
