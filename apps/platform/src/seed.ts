type Call = (method: string, path: string, body?: object) => Promise<{ status: number; body: Record<string, unknown> }>;

const company = { name: 'Demo', identified_by: 'email' };
const bundle = 'com.demo.wallet';
const app = { company_id: 1, name: 'Wallet', bundle_id: bundle, flavor_id: bundle, os: 'android', capabilities: [] };
const models = [
  ['android', 'Pixel 9', 'Google', '35'],
  ['android', 'Galaxy S24', 'Samsung', '34'],
  ['ios', 'iPhone 16', 'Apple', '18.1'],
] as const;

/** Sends JSON to the platform as a client would. */
export function callerOf(url: string, token: string): Call {
  return async (method, path, body) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
}

/** Creates a demo company, its app and 50 devices where they are missing; what a killed start left undone is done by the next. */
export async function seed(call: Call): Promise<void> {
  const isThere = async (path: string) => (await call('GET', path)).status === 200;
  if (!(await isThere('/company/api/v2/company/1'))) await expectDone(call('POST', '/company/api/v2/company', company));
  if (!(await isThere('/company/api/v2/app/1'))) await expectDone(call('POST', '/company/api/v2/app', app));
  const devices = Array.from({ length: 50 }, (_, at) => device(at));
  const known = await call('POST', '/index/v1/device?per_page=1', { company_id: 1, search: 'demo-' });
  if (Number(known.body.total) >= devices.length) return;
  await Promise.all(devices.map((body) => expectDone(call('POST', '/identification/api/v1/device', body))));
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

async function expectDone(answer: ReturnType<Call>): Promise<void> {
  const { status, body } = await answer;
  if (status !== 201 && status !== 200) throw new Error(`Seeding failed with ${status}: ${String(body.message)}`);
}
