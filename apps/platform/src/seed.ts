import { setTimeout as sleep } from 'node:timers/promises';

type Answer = { status: number; body: Record<string, unknown>; retryAfter?: string | null };
export type Call = (method: string, path: string, body?: object) => Promise<Answer>;

/** The demo data could not be completed in time; what is missing is made by the next start. */
export class SeedingFailed extends Error {}

const company = { name: 'Demo', identified_by: 'email' };
const bundle = 'com.demo.wallet';
const app = { company_id: 1, name: 'Wallet', bundle_id: bundle, flavor_id: bundle, os: 'android', capabilities: [] };
const models = [
  ['android', 'Pixel 9', 'Google', '35'],
  ['android', 'Galaxy S24', 'Samsung', '34'],
  ['ios', 'iPhone 16', 'Apple', '18.1'],
] as const;

/** Sends JSON, or a form with files, to the platform as a client would. */
export function callerOf(url: string, token: string): Call {
  return async (method, path, body) => {
    const headers = new Headers({ authorization: `Bearer ${token}` });
    // A form names its own content type.
    if (!(body instanceof FormData)) headers.set('content-type', 'application/json');
    const signal = AbortSignal.timeout(35_000);
    const sent = body instanceof FormData ? body : body && JSON.stringify(body);
    const answer = await fetch(url + path, { method, headers, body: sent, signal });
    const retryAfter = answer.headers.get('retry-after');
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown>, retryAfter };
  };
}

const concurrency = 10;
const maxDelaySeconds = 5;

/** Creates a demo company, its app and 50 devices where they are missing, and waits out a platform that is busy. */
export async function seed(call: Call, timeoutMs = 120_000): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  const retried = retrying(call, deadline);
  const ensure = async (path: string, create: () => Promise<Answer>) => {
    // Looks again after every attempt: an answer that was lost must not make a second company.
    while ((await retried('GET', path)).status !== 200) {
      const created = await create().catch(() => undefined);
      if (created && !isTransient(created)) return expectDone(created);
      await pause(created, deadline);
    }
  };
  await ensure('/company/api/v2/company/1', () => call('POST', '/company/api/v2/company', company));
  await ensure('/company/api/v2/app/1', () => call('POST', '/company/api/v2/app', app));
  const devices = Array.from({ length: 50 }, (_, at) => device(at));
  const known = await retried('POST', '/index/v1/device?per_page=1', { company_id: 1, search: 'demo-' });
  if (Number(known.body.total) >= devices.length) return;
  const register = async () => {
    for (let body = devices.shift(); body; body = devices.shift())
      expectDone(await retried('POST', '/identification/api/v1/device', body));
  };
  await Promise.all(Array.from({ length: concurrency }, register));
}

/** Repeats what may work later, when the answer says so, until the deadline. */
function retrying(call: Call, deadline: number): Call {
  return async (...request) => {
    for (;;) {
      const answer = await call(...request).catch(() => undefined);
      if (answer && !isTransient(answer)) return answer;
      await pause(answer, deadline);
    }
  };
}

/** Waits for the Retry-After of the answer, or throws at the deadline. */
async function pause(answer: Answer | undefined, deadline: number): Promise<void> {
  if (performance.now() > deadline) throw new SeedingFailed(`the platform answered ${answer?.status ?? 'nothing'}`);
  const seconds = Math.min(Number(answer?.retryAfter ?? 1) || 1, maxDelaySeconds);
  await sleep(seconds * 1000 * (0.5 + Math.random() / 2));
}

const isTransient = ({ status }: Answer) => status >= 500 || status === 429 || status === 408;

function expectDone({ status, body }: Answer): void {
  if (status !== 201 && status !== 200) throw new SeedingFailed(`${status} ${String(body.message)}`);
}

function device(at: number) {
  const [system_name, model, brand, system_version] = models[at % models.length]!;
  const number = String(at).padStart(2, '0');
  return {
    core_id: `demo-${number}`,
    core_id_type: 'uuid',
    company_id: 1,
    characteristics: { system_name, model, brand, system_version, imei: `3520990017614${number}`, emulator: 'false' },
    location: [Number((-70.65 + at / 1000).toFixed(3)), -33.44],
    app: {
      bundle_id: bundle,
      version: '1.0.0',
      push_token: `demo-token-${number}`,
      tags: { plan: at % 2 ? 'free' : 'gold' },
    },
    person: {
      dni: `1000000${number}`,
      email: `person${number}@example.com`,
      name: 'Demo',
      lastname: `Person ${number}`,
    },
  };
}

/** The body of an answer that must be 200. */
export async function read(call: Call, path: string): Promise<Record<string, unknown>> {
  const { status, body } = await call('GET', path);
  if (status !== 200) throw new SeedingFailed(`${path} answered ${status}`);
  return body;
}

/** Creates a record and gives it. */
export async function create(call: Call, path: string, body: object): Promise<{ uuid: string }> {
  const answer = await call('POST', path, body);
  if (answer.status !== 201) throw new SeedingFailed(`${path} answered ${answer.status}`);
  return answer.body.data as { uuid: string };
}
