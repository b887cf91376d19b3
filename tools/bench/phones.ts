import { Agent, request } from 'node:http';
import type { Request } from '@herald/testing';

export const bundle = 'com.bench.wallet';
const registration = '/identification/api/v1/device';

export type PhoneOf = (number: number) => object;
export type Answer = { status: number; ms: number; retryAfter: number };
export type Post = (body: object) => Promise<Answer>;

export function poster(url: string, token: string, path = registration): { post: Post; close(): void } {
  const agent = new Agent({ keepAlive: true });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const post: Post = (body) =>
    new Promise((resolve, reject) => {
      const began = performance.now();
      const sent = request(url + path, { method: 'POST', agent, headers }, (answer) => {
        const retryAfter = Number(answer.headers['retry-after'] ?? 0);
        const status = answer.statusCode!;
        answer.resume().once('end', () => resolve({ status, ms: performance.now() - began, retryAfter }));
      });
      sent.once('error', reject).end(JSON.stringify(body));
    });
  return { post, close: () => agent.destroy() };
}

/** What an app's SDK sends of one phone. */
export function phone({ name, company_id, number }: { name: string; company_id: number; number: number }) {
  return {
    core_id: `${name}-${String(number).padStart(12, '0')}`,
    core_id_type: 'gsf',
    company_id,
    characteristics: {
      brand: `Brand ${number % 30}`,
      model: `Model ${number % 500}`,
      imei: String(352_099_001_761_481 + number),
      system_name: number % 2 === 0 ? 'android' : 'ios',
      system_version: String(20 + (number % 15)),
      emulator: 'false',
      sample: 'x'.repeat(600),
    },
    app: { bundle_id: bundle, version: '2.0.1', push_token: `t${number}`.padEnd(163, 'A'), tags: { plan: 'gold' } },
    person: { dni: `${name}${number}`, name: 'Ana', lastname: 'Rojas', email: `${name}${number}@example.com` },
  };
}

/** Creates a company and the app of the phones; returns the company's id. */
export async function createApp(company: Request): Promise<number> {
  const created = await company('POST /company/api/v2/company', { body: { name: 'Bench', identified_by: 'email' } });
  const company_id = created.body.company.id as number;
  const app = { company_id, name: 'Wallet', bundle_id: bundle, flavor_id: bundle, os: 'android', capabilities: [] };
  await company('POST /company/api/v2/app', { body: app });
  return company_id;
}

export type Load = { perSecond: number; times: number[] };

/** Registers phones by callers that wait for their answers. */
export async function registerAll(
  post: Post,
  phoneOf: PhoneOf,
  { devices, callers, expected }: { devices: number; callers: number; expected: number },
): Promise<Load> {
  const times: number[] = [];
  let next = 0;
  const began = performance.now();
  const caller = async () => {
    while (next < devices) {
      const { status, ms } = await post(phoneOf(next++));
      if (status !== expected) throw new Error(`A registration was answered with ${status}`);
      times.push(ms);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return { perSecond: (devices * 1000) / (performance.now() - began), times };
}
