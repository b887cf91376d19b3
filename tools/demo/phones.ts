import { eventually } from '@herald/testing';
import type { Call } from './platform';
import { bar, left, number, progressLine } from './progress';

export const bundle = 'com.demo.wallet';
export const tag = { audience: 'demo' };
const concurrency = 64;

const coreIdOf = (at: number) => `demo-phone-${String(at).padStart(6, '0')}`;

/** Most are well; of each thousand, ten are gone, and five will be asked to wait. */
function tokenOf(at: number): string {
  if (at % 100 === 7) return `unregistered-${at}`;
  if (at % 200 === 3) return `unavailable-${at}`;
  return `demo-phone-token-${at}`;
}

function registration(at: number): object {
  const system_name = at % 2 === 0 ? 'android' : 'ios';
  return {
    core_id: coreIdOf(at),
    core_id_type: 'uuid',
    company_id: 1,
    characteristics: { system_name, brand: 'Demo', model: 'Phone', system_version: '18', emulator: 'true' },
    app: { bundle_id: bundle, version: '1.0.0', push_token: tokenOf(at), tags: tag },
  };
}

/** Registers the phones that are missing, as apps do when they start. */
export async function registerPhones(call: Call, count: number): Promise<void> {
  const areKnown = async () => {
    const query = { company_id: 1, 'apps.tags.audience': tag.audience };
    const known = await call<{ total: number }>('POST /index/v1/device?per_page=1', query);
    return known.body.total >= count;
  };
  if (await areKnown()) return;
  const line = progressLine();
  const began = Date.now();
  let next = 0;
  let done = 0;
  const worker = async () => {
    while (next < count) {
      const { status } = await call('POST /identification/api/v1/device', registration(next++));
      if (status > 201) throw new Error(`A registration was answered with ${status}`);
      done++;
      const seconds = (Date.now() - began) / 1000;
      line.draw(`${bar(done, count)}  ${number(done / seconds)} phones/s  ${left(done, count, seconds)} left`);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  // The index hears of them a moment later.
  await eventually(areKnown, 60_000);
  line.end(`${number(count)} phones registered in ${((Date.now() - began) / 1000).toFixed(1)} s`);
}

type Arrived = { data: { payload: { data: { notification_uuid: string } }; token: string }[] };

/** Some of the phones that got it say so, press its button, or close it. */
export async function pressButtons(call: Call, count: number): Promise<number> {
  const { body } = await call<Arrived>(`GET /_dev/push/messages?limit=${count}`);
  const reports = body.data.flatMap(({ token, payload }, at) => {
    const number = /(\d+)$/.exec(token)?.[1];
    const action = (['RECEIVED', 'PRESS_ACTION', 'CLOSED'] as const)[at % 3]!;
    const { notification_uuid } = payload.data;
    return number === undefined ? [] : [{ core_id: coreIdOf(Number(number)), notification_uuid, action }];
  });
  const answers = await Promise.all(
    reports.map((report) => call('POST /notifications/v2/device/report', report, report.core_id)),
  );
  return answers.filter(({ status }) => status === 200).length;
}
