import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callerOf } from './seed';

const bundle = 'com.demo.wallet';

/** Makes one record, at least, for each screen of the console. */
export async function fillConsole(url: string, token: string): Promise<void> {
  const call = callerOf(url, token);
  const make = async (path: string, body: object) => {
    const { status } = await call('POST', path, body);
    if (status >= 300) throw new Error(`${path}: ${status}`);
  };
  const app = { bundle_id: bundle, version: '2.1.0', tags: { plan: 'gold' } };
  const characteristics = {
    system_name: 'ios',
    model: 'iPhone 16',
    brand: 'Apple',
    system_version: '18.1',
    emulator: 'false',
  };
  const person = {
    dni: '12.345.678-5',
    name: 'Ana María',
    lastname: 'Rojas',
    email: 'ana@example.com',
    phone: '+56912345678',
  };
  const phone = { core_id_type: 'uuid', company_id: 1, characteristics, app };
  await make('/identification/api/v1/device', { ...phone, core_id: 'console-ana', person });
  const filters = { 'apps.tags.plan': 'gold', system_name: 'ios' };
  await make('/message-persistance/api/v1/segment', { company_id: 1, name: 'Gold on iOS', index_query: filters });
  await make('/channels/v1/core_feed', { company_id: 1, name: 'News' });
  const data_source = { source: 'message-persistance', id_1_name: 'message_id', id_1: 'b5b3c1de' };
  await make('/channels/v1/channels', {
    company_id: 1,
    app_id: '1',
    name: 'Offers',
    message_type: 'banner',
    data_source,
  });
  const source = { core_id: 'console-ana', device_name: 'iPhone de Ana', os: 'ios', bundle_id: bundle };
  const transaction = { operation: 'login', method: 'fingerprint', result: 'ok' };
  const created_at = '2026-01-05T10:00:00.000Z';
  await make('/audit/api/v1/audit', {
    company_id: 1,
    application: 'wallet',
    type_audit: 'access',
    created_at,
    source,
    transaction,
  });
  await upload(url, token);
}

async function upload(url: string, token: string): Promise<void> {
  const form = new FormData();
  form.set('company_id', '1');
  form.set('folder', 'reports');
  form.set('file', new File(['day;devices\n1;50\n'], 'report.csv', { type: 'text/csv' }));
  const headers = { authorization: `Bearer ${token}` };
  const { status } = await fetch(`${url}/chronos/v1/file_registers`, { method: 'POST', headers, body: form });
  if (status !== 201) throw new Error(`upload: ${status}`);
}

/** Lets the platform read a drawn card; gives the credential's uuid. */
export async function readCard(url: string, token: string): Promise<string> {
  const out = mkdtempSync(join(tmpdir(), 'herald-'));
  try {
    const args = ['--import', 'tsx', 'tools/specimens/generate.ts', '--out', out];
    const cwd = join(__dirname, '../../..');
    execFileSync(process.execPath, [...args, '--layouts', 'chi', '--conditions', 'clean'], { cwd });
    const form = new FormData();
    form.set('company_id', '1');
    for (const name of readdirSync(out).filter((file) => file.endsWith('.jpg'))) {
      const side = name.includes('front') ? 'front_image' : 'back_image';
      form.set(side, new File([readFileSync(join(out, name))], name));
    }
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${url}/sapien/api/v1/credential`, { method: 'POST', headers, body: form });
    if (answer.status !== 201) throw new Error(`card: ${answer.status}`);
    return ((await answer.json()) as { data: { uuid: string } }).data.uuid;
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}
