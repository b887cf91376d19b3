import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';

/** The authentication state of one connection. */
export type Connection = {
  /** The last `authorization` header. It is parsed once, when it changes. */
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

/** An answer; without `body` it ends with its headers. `close`: the connection is closed instead, after the latency. */
export type Answer = { status: number; headers: OutgoingHttpHeaders; body?: string; close?: true };

/** Answers a request; undefined means no answer at all. */
export type Handler = (request: PushRequest) => Answer | undefined;
