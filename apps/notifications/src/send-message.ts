import { companyId, text } from '@herald/envelopes';
import { answers, notFound, route, shape, unavailable, type HttpError } from '@herald/http';
import { ownedBy } from '@herald/persistence';
import Joi from 'joi';
import type { NotificationsDeps } from './deps';
import { judge } from './judge';
import { notificationUuid } from './notification-uuid';
import { forgetToken, providerOf, type PushToken } from './push-token.model';
import type { Outcome, ProviderName } from './providers/provider';
import { singleBody, singlePushFields, type SinglePush } from './single-push';

type Sending = SinglePush & {
  application_name: string;
  core_id: string;
  company_id?: string;
  validate_only: boolean;
};

const sendingFailed = 'The sending failed, possibly because the device did not update its push token';

export const sendMessage = route('POST /notifications/v2/device/sendmessage', {
  summary: 'Send one push message to one device, or with validate_only find out whether it could be sent',
  scope: 'notifications:write',
  resource: 'Device',
  body: Joi.object<Sending>({
    application_name: text().required(),
    core_id: text(128).required(),
    company_id: companyId(),
    validate_only: Joi.boolean().default(false),
    ...singlePushFields,
  }),
  company: 'body.company_id',
  idempotent: true,
  returns: answers(
    200,
    'Ok',
    shape({
      name: Joi.string().allow(''),
      message_id: Joi.string(),
      source: Joi.valid('fcm', 'apns'),
      notification_uuid: Joi.string(),
    }),
  ),
  errors: {
    404: 'The device is unknown, has no such app, or could not be reached: the provider no longer knows its token',
    503: 'The provider has no time now, or did not answer, or the credentials cannot be used',
  },
  example: {
    body: {
      application_name: 'com.acme.wallet',
      core_id: 'a2f1c9d0-5b7e-4a58-9f0c-3f6f0f6f2b11',
      data: { type: 'notification', title: 'Hello', body: 'Your card is ready', origin: 'crm' },
      priority: 'high',
      apns: { payload: { aps: { sound: 'default' } } },
    },
  },
  async handle({ body, caller, uuid: message_id, note }, deps: NotificationsDeps) {
    const owned = body.company_id ? { company_id: body.company_id } : ownedBy(caller);
    const token = await tokenFor(body, owned, deps);
    note({ company_id: token.company_id });
    const uuid = notificationUuid(message_id, body.core_id);
    const source = providerOf(token);
    const push = singleBody(source, body, { message_id, notification_uuid: uuid });
    const outcome = await attempt(token, { uuid, source, body: push, sending: body }, deps);
    if (!body.validate_only) await saveDelivery(token, { uuid, message_id, source, sending: body, outcome }, deps);
    if (outcome.kind !== 'sent') throw refusalOf(outcome);
    return { name: outcome.name, message_id, source, notification_uuid: uuid };
  },
});

/** Where the app of that name on the device is reached. */
async function tokenFor({ core_id, application_name }: Sending, owned: object, deps: NotificationsDeps) {
  const tokens = await deps.tokensOfDevice(core_id, owned);
  if (tokens.length === 0) throw notFound({ errors: 'Device not found' });
  const byBundle = tokens.find((one) => [one.bundle_id, one.flavor_id].includes(application_name));
  const token = byBundle ?? (await byName(application_name, tokens, deps));
  if (!token) throw notFound({ resource: 'App', errors: 'The device has no app of this name' });
  if (!token.token) throw notFound({ resource: '', message: sendingFailed });
  return token as PushToken & { token: string };
}

/** The company service knows what an app is called. */
async function byName(name: string, tokens: PushToken[], { findApp }: NotificationsDeps) {
  for (const token of tokens) {
    const app = await findApp(token.company_id, token.bundle_id, token.flavor_id);
    if (app?.name === name) return token;
  }
  return undefined;
}

type Attempt = { uuid: string; source: ProviderName; body: string; sending: Sending };

async function attempt(
  { app_id, bundle_id, ...token }: PushToken,
  { uuid, source, body, sending }: Attempt,
  { findProvider }: NotificationsDeps,
): Promise<Outcome> {
  const provider = await findProvider(app_id, source);
  if (!provider) return { kind: 'refused', answer: `The app has no credentials for ${source}` };
  const { priority, validate_only: dryRun } = sending;
  return provider.send({ token: token.token!, notificationUuid: uuid, body, priority, bundleId: bundle_id, dryRun });
}

type Noted = { uuid: string; message_id: string; source: ProviderName; sending: Sending; outcome: Outcome };

/** The record of the send; what the provider says of the token is learnt. */
async function saveDelivery(token: PushToken, noted: Noted, deps: NotificationsDeps): Promise<void> {
  const { writer, PushToken } = deps;
  const { uuid, message_id, source, sending, outcome } = noted;
  const { company_id, core_id, device_id, app_id } = token;
  if (outcome.kind === 'gone') await forgetToken(token, PushToken);
  const { record } = judge(outcome, []);
  const now = new Date();
  const what = { campaign_uuid: null, message_id, type: String(sending.data.type ?? ''), provider: source };
  const whose = { company_id, core_id, device_id, application_id: Number(app_id) };
  const times = { created_at: now, updated_at: now };
  // A repeat under the same Idempotency-Key, after a death between the sending and its answer, finds the record of the first.
  await writer.add({ record: { _id: uuid, ...whose, ...what, ...record, ...times }, isKnown: false }, { soon: true });
}

function refusalOf(outcome: Exclude<Outcome, { kind: 'sent' }>): HttpError {
  const { kind, answer } = outcome;
  if (kind === 'refused' && outcome.isOurFault) return unavailable({ errors: answer }, 60);
  if (kind === 'gone' || kind === 'refused') return notFound({ resource: '', message: sendingFailed, errors: answer });
  const seconds = kind === 'busy' ? Math.max(1, Math.ceil(outcome.retryAfterSeconds ?? 1)) : 5;
  return unavailable({ errors: answer }, seconds);
}
