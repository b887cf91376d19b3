import supertest, { type Response as Answer, type Test } from 'supertest';

type Query = Record<string, string | number | boolean>;
export type RequestOptions = { body?: unknown; query?: Query; headers?: Record<string, string>; form?: FormData };
/** A response. `body` is any JSON, for tests to read. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Response = { status: number; body: any; headers: Headers };
export type Request = (methodAndPath: string, options?: RequestOptions) => Promise<Response>;
type Method = 'get' | 'post' | 'put' | 'patch' | 'delete' | 'head' | 'options';

/** Sends requests as a client would. A body of text is sent unchanged. */
export function requester(baseUrl: string, token?: string): Request {
  const server = supertest(baseUrl);
  return async (methodAndPath, { body, query = {}, headers = {}, form } = {}) => {
    const [method, path] = methodAndPath.split(' ') as [string, string];
    const test = server[method.toLowerCase() as Method](path).query(query).buffer(true).parse(asText);
    if (token) test.auth(token, { type: 'bearer' });
    if (body !== undefined) test.type('json');
    test.set(headers);
    if (form) await attach(test, form);
    else if (body !== undefined) test.send(typeof body === 'string' ? body : JSON.stringify(body));
    const answer = await test;
    return { status: answer.status, headers: new Headers(answer.headers), body: parsed(answer.body) };
  };
}

async function attach(test: Test, form: FormData): Promise<void> {
  for (const [name, value] of form)
    if (typeof value === 'string') test.field(name, value);
    else {
      const contentType = value.type || 'application/octet-stream';
      test.attach(name, Buffer.from(await value.arrayBuffer()), { filename: value.name, contentType });
    }
}

function asText(answer: Answer, done: (error: Error | null, text: string) => void): void {
  let text = '';
  const stream = answer as unknown as NodeJS.ReadableStream;
  stream.setEncoding('utf8');
  stream.on('data', (piece: string) => (text += piece)).on('end', () => done(null, text));
}

function parsed(text: unknown): unknown {
  // An answer without a body is not parsed at all.
  if (typeof text !== 'string') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text === '' ? undefined : text;
  }
}
