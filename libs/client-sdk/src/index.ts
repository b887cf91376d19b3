import createClient, { type Client } from 'openapi-fetch';
import type { operations, paths } from './openapi';

export type { operations, paths } from './openapi';
export type HeraldClient = Client<paths>;

export type HeraldOptions = {
  /** Where the gateway is, such as `https://herald.example.com`. */
  baseUrl: string;
  /** The bearer token, or a function that is asked for it before every request. */
  token: string | (() => string | undefined | Promise<string | undefined>);
  /** Sends the requests; the platform's own `fetch` by default. */
  fetch?: (request: Request) => Promise<Response>;
};

type SuccessOf<Responses> = {
  [Status in keyof Responses & (200 | 201)]: Responses[Status] extends { content: { 'application/json': infer Body } }
    ? Body
    : never;
}[keyof Responses & (200 | 201)];

/** The JSON body of an operation's success, for example `AnswerOf<'readCampaign'>`. */
export type AnswerOf<Name extends keyof operations> = SuccessOf<operations[Name]['responses']>;

/** A client with one typed function per method; it takes the paths of the API documentation. */
export function createHerald({ baseUrl, token, fetch }: HeraldOptions): HeraldClient {
  const client = createClient<paths>({ baseUrl, ...(fetch ? { fetch } : {}) });
  client.use({
    async onRequest({ request }) {
      const current = typeof token === 'string' ? token : await token();
      if (current) request.headers.set('Authorization', `Bearer ${current}`);
      return request;
    },
  });
  return client;
}

/** A request that Herald refused, in the API's own words. */
export class HeraldError extends Error {
  constructor(
    message: string,
    readonly status: number,
    /** Names the request in the logs of Herald. */
    readonly requestId: string | null,
    /** The whole body of the answer; a 422 lists its problems by field. */
    readonly body: unknown,
  ) {
    super(message);
    this.name = 'HeraldError';
  }
}

/** The body of a success; throws a HeraldError for any other answer. */
export async function unwrap<Data>(
  call: Promise<{ data?: Data; error?: unknown; response: Response }>,
): Promise<NonNullable<Data>> {
  const { data, error, response } = await call;
  if (response.ok) return data as NonNullable<Data>;
  const { message } = Object(error) as { message?: unknown };
  const text = typeof message === 'string' ? message : `Herald answered ${response.status}`;
  throw new HeraldError(text, response.status, response.headers.get('x-request-id'), error);
}
