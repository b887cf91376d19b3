import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';

/** What one connection of a client has shown of itself. */
export type Connection = {
  /** The last `authorization` and what it came to, so that it is taken apart once. */
  authorization?: string;
  issuedAt?: number;
  authorizedSince?: number;
};

export type PushRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly connection: Connection;
};

/** An answer without `body` ends with its headers. `close` cuts the connection instead, once the latency is over. */
export type Answer = { status: number; headers: OutgoingHttpHeaders; body?: string; close?: true };

/** Answers a request; `undefined` leaves the client without any answer. */
export type Handler = (request: PushRequest) => Answer | undefined;
