import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { bundle } from '@herald/testing';

type Sent = { json?: object; form?: FormData; key?: string };
/** Status 0: the connection failed. */
export type Answer = { status: number; body: string; requestId: string };
export type Ask = (methodAndPath: string, sent?: Sent) => Promise<Answer>;
/** Sends one request, or one and its repetition, and gives all answers. */
type Send = (name: string, ask: Ask) => Promise<Answer[]>;

const once =
  (request: (name: string, ask: Ask) => Promise<Answer>): Send =>
  async (name, ask) => [await request(name, ask)];

/** The same request twice under one key, as of a caller that did not see the first answer. */
const repeated =
  (request: (name: string, ask: Ask, key: string) => Promise<Answer>): Send =>
  async (name, ask) => {
    const key = randomUUID();
    return [await request(name, ask, key), await request(name, ask, key)];
  };

const upload = (name: string, ask: Ask, key?: string) => {
  const form = new FormData();
  form.set('company_id', '1');
  form.set('file', new Blob([contentOf(name)]), `${name}.bin`);
  return ask('POST /chronos/v1/file_registers', { form, key });
};

/** The content of an uploaded file, by its name. */
export const contentOf = (name: string) => Buffer.alloc(200_000, name);

/** The app of the devices that register; campaigns go to those of another. */
export const phonesBundle = 'com.rolling.phones';
const characteristics = { brand: 'Acme', model: 'One', system_name: 'ios', system_version: '18', emulator: 'false' };

/** Each writes one thing of its name. */
const writes = {
  company: once((name, ask) => ask('POST /company/api/v2/company', { json: { name, identified_by: 'email' } })),
  channels: once((name, ask) => ask('POST /channels/v1/core_feed', { json: { company_id: 1, name } })),
  'core-idp': once((name, ask) => {
    const fields = { allowed_fields: ['email'], required_fields: ['email'] };
    return ask('POST /core-idp/v1/companies/1/register_types', {
      json: { name, information_provider: 'form', ...fields },
    });
  }),
  'message-persistance': once((name, ask) =>
    ask('POST /message-persistance/api/v1/segment', { json: { company_id: 1, name, index_query: {} } }),
  ),
  identification: once((core_id, ask) =>
    ask('POST /identification/api/v1/device', {
      json: {
        core_id,
        core_id_type: 'idfv',
        company_id: 1,
        characteristics,
        app: { bundle_id: phonesBundle, version: '1' },
      },
    }),
  ),
  audit: repeated((application, ask, key) =>
    ask('POST /audit/api/v1/audit', { json: { company_id: 1, application }, key }),
  ),
  chronos: once(upload),
  'chronos with a key': repeated(upload),
  notifications: repeated((_, ask, key) =>
    ask('POST /notifications/v2/device/sendmessage', {
      json: { application_name: bundle, core_id: singleCoreId, data: { title: 'Hello', body: 'You' } },
      key,
    }),
  ),
} satisfies Record<string, Send>;
export type WriteKind = keyof typeof writes;

/** The device of the audience that gets the single messages. */
export const singleCoreId = '0b1e2c4d-5b7e-4a58-9f0c-000000000000';

const notAPicture = () => {
  const form = new FormData();
  form.set('company_id', '1');
  for (const side of ['front_image', 'back_image']) form.set(side, new Blob([randomBytes(100_000)]), 'card.jpg');
  return form;
};

/** Reads, those that ask another service among them, and an upload that is refused. */
const reads: Record<string, (ask: Ask) => Promise<Answer>> = {
  company: (ask) => ask('GET /company/api/v2/company/1'),
  identification: (ask) => ask('GET /identification/api/v1/identity?email=ana@example.com'),
  index: (ask) => ask('POST /index/v1/device', { json: { company_id: '1', system_name: 'ios' } }),
  'message-persistance': (ask) =>
    ask('POST /message-persistance/api/v1/segment/preview', {
      json: { company_id: 1, index_query: { brand: 'Acme' } },
    }),
  campaigns: (ask) => ask('GET /campaigns/api/v1/company/1/campaign'),
  channels: (ask) => ask('GET /channels/v1/core_feed'),
  'core-idp': (ask) => ask('GET /core-idp/v1/companies/1/register_types'),
  notifications: (ask) => ask(`GET /notifications/v2/device/${singleCoreId}/token`),
  audit: (ask) => ask('POST /audit/api/v1/audit/search', { json: { 'source.os': 'android' } }),
  chronos: (ask) => ask('GET /chronos/v1/file_registers'),
  events: (ask) => ask('GET /events/v1/event/service?service=company'),
  sapien: (ask) => ask('GET /sapien/api/v1/credential'),
  'sapien, refused': (ask) => ask('POST /sapien/api/v1/credential', { form: notAPicture() }),
};

export type Load = {
  /** The names of what was acknowledged. */
  acknowledged: Record<WriteKind, string[]>;
  answers: Record<string, number>;
  /** Answers that no caller should see. */
  wrong: string[];
  end(): Promise<void>;
};

const pauseMs = 100;

/** Sends every kind of request over and over until its end, one at a time of each kind. */
export function startLoad(ask: Ask): Load {
  const acknowledged = Object.fromEntries(Object.keys(writes).map((kind) => [kind, [] as string[]]));
  const load = {
    acknowledged: acknowledged as Load['acknowledged'],
    answers: {} as Load['answers'],
    wrong: [] as string[],
  };
  let isEnding = false;
  const note = (kind: string, expected: number, { status, body, requestId }: Answer) => {
    load.answers[status] = (load.answers[status] ?? 0) + 1;
    const isFine = Math.floor(status / 100) === Math.floor(expected / 100);
    if (!isFine) load.wrong.push(`${requestId} ${kind}: ${status} ${body.slice(0, 200)}`);
    return isFine;
  };
  const loop = async (act: () => Promise<void>) => {
    for (; !isEnding; await sleep(pauseMs)) await act();
  };
  const writing = Object.entries(writes).map(([kind, send]) =>
    loop(async () => {
      const name = `${kind.replaceAll(' ', '-')}-${randomUUID()}`;
      const answers = await send(name, ask);
      if (answers.map((answer) => note(kind, 201, answer)).some(Boolean)) acknowledged[kind]!.push(name);
    }),
  );
  const reading = Object.entries(reads).map(([kind, read]) =>
    loop(async () => void note(kind, kind.endsWith('refused') ? 422 : 200, await read(ask))),
  );
  return {
    ...load,
    async end() {
      isEnding = true;
      await Promise.all([...writing, ...reading]);
    },
  };
}
