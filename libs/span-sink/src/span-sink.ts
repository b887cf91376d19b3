import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export type ReceivedSpan = {
  service: string;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  /** The ids of the linked spans. */
  links: string[];
  attributes: Record<string, unknown>;
  isFailed: boolean;
};
export type SpanSink = {
  url: string;
  /** The spans so far, in the order of their ends. */
  spans: ReceivedSpan[];
  /** The headers of the last export. */
  headers(): IncomingHttpHeaders;
  /** The first span of a name, once it has arrived. */
  span(name: string | RegExp): ReceivedSpan | undefined;
  stop(): Promise<void>;
};

type Attributes = { key: string; value: Record<string, unknown> }[];
type SentSpan = Omit<ReceivedSpan, 'service' | 'attributes' | 'links' | 'isFailed'> & {
  attributes: Attributes;
  links?: { spanId: string }[];
  status: { code?: number };
};
type Sent = { resourceSpans: { resource: { attributes: Attributes }; scopeSpans: { spans: SentSpan[] }[] }[] };

const failed = 2;
const valuesOf = (attributes: Attributes) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** A receiver of OTLP over HTTP with JSON, for tests. */
export async function spanSink(): Promise<SpanSink> {
  const spans: ReceivedSpan[] = [];
  let last: IncomingHttpHeaders = {};
  const server = createServer(async (req, res) => {
    last = req.headers;
    const { resourceSpans } = (await json(req)) as Sent;
    for (const { resource, scopeSpans } of resourceSpans)
      for (const span of scopeSpans.flatMap((scope) => scope.spans)) spans.push(received(span, resource));
    res.writeHead(req.url === '/v1/traces' ? 200 : 404, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    headers: () => last,
    span: (name) => spans.find((one) => (typeof name === 'string' ? one.name === name : name.test(one.name))),
    stop: () => new Promise<void>((resolve) => void server.close(() => resolve()).closeAllConnections()),
  };
}

function received(span: SentSpan, resource: { attributes: Attributes }): ReceivedSpan {
  const { name, traceId, spanId, parentSpanId, attributes, links = [], status } = span;
  return {
    service: String(valuesOf(resource.attributes)['service.name']),
    ...{ name, traceId, spanId },
    ...(parentSpanId ? { parentSpanId } : {}),
    links: links.map((link) => link.spanId),
    attributes: valuesOf(attributes),
    isFailed: status.code === failed,
  };
}
