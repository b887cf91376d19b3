type Query = Record<string, string | number | boolean>;
export type RequestOptions = { body?: unknown; query?: Query; headers?: Record<string, string>; form?: FormData };
/** A response. `body` is any JSON, for tests to read. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Response = { status: number; body: any; headers: Headers };
export type Request = (methodAndPath: string, options?: RequestOptions) => Promise<Response>;

/** Sends requests as a client would. A body of text is sent unchanged. */
export function requester(baseUrl: string, token?: string): Request {
  return async (methodAndPath, { body, query = {}, headers = {}, form } = {}) => {
    const [method, path] = methodAndPath.split(' ') as [string, string];
    const search = new URLSearchParams(query as Record<string, string>).toString();
    const answer = await fetch(`${baseUrl}${path}${search && `?${search}`}`, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: form ?? (typeof body === 'string' || body === undefined ? body : JSON.stringify(body)),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: parsed(text) };
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text === '' ? undefined : text;
  }
}
