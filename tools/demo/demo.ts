/**
 * A campaign over simulated phones, watched live: `npm run demo [-- --devices 10000]`. Platform, database, broker, FCM
 * and APNs run on this machine; the phones are registered once and kept in .data/demo.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { bundle, pressButtons, registerPhones, tag } from './phones';
import { startPlatform, type Call } from './platform';
import { bar, left, number, progressLine } from './progress';

const { values } = parseArgs({
  options: { devices: { type: 'string', default: '10000' }, 'data-dir': { type: 'string', default: '.data/demo' } },
});
const count = Number(values.devices);

type Created = { data: { uuid: string } };
type Statistics = { total: number; pending: number; sended: number; fails: number; actions: Record<string, number> };
type Campaign = { data: { terminated: boolean; statistics: Statistics } };
type Targets = { data: { core_id: string; reason: string }[] };

async function made<T>(asked: ReturnType<Call>): Promise<T> {
  const { status, body } = await asked;
  if (status !== 201) throw new Error(`Answered with ${status}: ${JSON.stringify(body)}`);
  return body as T;
}

async function prepare(call: Call): Promise<string> {
  await registerPhones(call, count);
  const index_query = { 'apps.tags.audience': tag.audience };
  const segment = await made<Created>(
    call('POST /message-persistance/api/v1/segment', { company_id: 1, name: 'Demo phones', index_query }),
  );
  return segment.data.uuid;
}

async function begin(call: Call, segment_id: string): Promise<string> {
  const message = await made<Created>(
    call('POST /message-persistance/api/v1/factory', {
      notification_version: 'core_notifications_v1',
      notification_type: 'notification',
      data: {
        title: 'Your card is ready',
        message: 'Come and see it',
        media_url: 'https://cdn.example.com/card.png',
        action_color: '#00AA55',
      },
      buttons: { button_1: { type: 'url', action: 'https://example.com/card', text: 'See it' } },
      values: [],
      company_id: 1,
    }),
  );
  const body = { name: 'Demo', message_id: message.data.uuid, application_name: bundle, segment_id };
  return (await made<Created>(call('POST /campaigns/api/v1/campaign', body))).data.uuid;
}

async function watch(call: Call, uuid: string): Promise<void> {
  const line = progressLine();
  const began = Date.now();
  for (;;) {
    const { terminated, statistics } = (await call<Campaign>(`GET /campaigns/api/v1/campaign/${uuid}`)).body.data;
    const { total, pending, sended, fails } = statistics;
    const seconds = (Date.now() - began) / 1000;
    const figures = `pending ${number(pending)}  sent ${number(sended)}  failed ${number(fails)}`;
    const done = sended + fails;
    if (terminated)
      return line.end(
        `${bar(done, total)}  ${figures}  in ${seconds.toFixed(1)} s, ${number(done / seconds)} a second`,
      );
    const all = Math.max(total, count);
    line.draw(`${bar(done, all)}  ${number(done / seconds)}/s  ${figures}  ${left(done, all, seconds)} left`);
    await sleep(200);
  }
}

async function main(): Promise<void> {
  const { url, call, stop } = await startPlatform(values['data-dir']);
  try {
    console.log(`The platform runs at ${url}; FCM and APNs are simulators.`);
    const segment = await prepare(call);
    const uuid = await begin(call, segment);
    console.log(`Campaign ${uuid} goes out to ${number(count)} phones:`);
    await watch(call, uuid);
    const failed = await call<Targets>(`GET /campaigns/api/v1/campaign/${uuid}/notification?status=fails&per_page=1`);
    for (const { core_id, reason } of failed.body.data) console.log(`Why ${core_id} was not reached: ${reason}`);
    console.log(`${await pressButtons(call, 300)} phones said what became of it:`);
    await sleep(2_500);
    const { statistics } = (await call<Campaign>(`GET /campaigns/api/v1/campaign/${uuid}`)).body.data;
    console.log(JSON.stringify(statistics));
  } finally {
    await stop();
  }
}

main().catch((error: Error) => {
  console.error(`demo: ${error.message}`);
  process.exitCode = 1;
});
