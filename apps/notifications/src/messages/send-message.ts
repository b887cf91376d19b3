import { boolean, companyId, object, optional, string, text, withDefault, type TypeOf } from '@herald/contracts';
import { success, notFound, route, unavailable, type HttpError } from '@herald/http';
import { ownedBy } from '@herald/persistence';
import { withSpan } from '@herald/tracing';
import type { NotificationsDeps } from '../deps';
import { decideDelivery } from '../deliveries/decide-delivery';
import { notificationUuid } from '../deliveries/notification-uuid';
import { blockedReason, forgetToken, providerOf, type PushToken } from '../tokens/push-token.model';
import { providerName, type Outcome, type ProviderName } from '../providers/provider';
import { singlePushBody } from './single-push-body';
import { singlePushFields } from './single-push.schema';

const sendRequest = object({
  application_name: text(),
  core_id: text(128),
  company_id: optional(companyId()),
  validate_only: withDefault(boolean(), false),
  ...singlePushFields,
});
type SendRequest = TypeOf<typeof sendRequest>;

const sendingFailed = 'The sending failed, possibly because the device did not update its push token';

export const sendMessage = route('POST /notifications/v2/device/sendmessage', {
  summary: 'Send one push message to one device',
  description: 'With `validate_only`, checks whether the message could be sent, and sends nothing.',
  scope: 'notifications:write',
  resource: 'Device',
  body: sendRequest,
  company: 'body.company_id',
  idempotent: true,
  returns: success(
    200,
    'Ok',
    object({ name: string().allow(''), message_id: string(), source: providerName(), notification_uuid: string() }),
  ),
  errors: {
    404: 'The device is unknown or blocked, does not have the app, or the provider no longer knows its token',
    503: 'The provider is busy or does not answer, or the credentials cannot be used',
  },
  example: {
    body: {
      application_name: 'com.demo.wallet',
      core_id: 'demo-00',
      data: { type: 'notification', title: 'Hello', body: 'Your card is ready', origin: 'crm' },
      priority: 'high',
      apns: { payload: { aps: { sound: 'default' } } },
    },
  },
  async handle({ body, caller, uuid: message_id, note }, deps: NotificationsDeps) {
    const owned = body.company_id ? { company_id: body.company_id } : ownedBy(caller);
    const token = await findToken(body, owned, deps);
    note({ company_id: token.company_id });
    const uuid = notificationUuid(message_id, body.core_id);
    const source = providerOf(token);
    const push = singlePushBody(source, body, { message_id, notification_uuid: uuid });
    const outcome = await attempt(token, { uuid, source, body: push, request: body }, deps);
    if (!body.validate_only) await saveDelivery(token, { uuid, message_id, source, request: body, outcome }, deps);
    if (outcome.kind !== 'sent') throw toError(outcome);
    return { name: outcome.name, message_id, source, notification_uuid: uuid };
  },
});

/** The push token of the named app on the device. */
async function findToken({ core_id, application_name }: SendRequest, owned: object, deps: NotificationsDeps) {
  const tokens = await deps.tokensOfDevice(core_id, owned);
  if (tokens.length === 0) throw notFound({ errors: 'Device not found' });
  const byBundle = tokens.find((one) => [one.bundle_id, one.flavor_id].includes(application_name));
  const token = byBundle ?? (await findByAppName(application_name, tokens, deps));
  if (!token) throw notFound({ resource: 'App', errors: 'The device has no app of this name' });
  if (!token.token && !token.block?.is) throw notFound({ resource: '', message: sendingFailed });
  return { ...token, token: token.token ?? '' };
}

/** Only the company service knows the names of apps. */
async function findByAppName(name: string, tokens: PushToken[], { findApp }: NotificationsDeps) {
  for (const token of tokens) {
    const app = await findApp(token.company_id, token.bundle_id, token.flavor_id);
    if (app?.name === name) return token;
  }
  return undefined;
}

type Attempt = { uuid: string; source: ProviderName; body: string; request: SendRequest };

async function attempt(
  { app_id, bundle_id: bundleId, token, block }: PushToken & { token: string },
  { uuid, source, body, request }: Attempt,
  { findProvider }: NotificationsDeps,
): Promise<Outcome> {
  if (block?.is) return { kind: 'refused', answer: blockedReason };
  const provider = await findProvider(app_id, source);
  if (!provider) return { kind: 'refused', answer: `The app has no credentials for ${source}` };
  const { priority, validate_only: dryRun } = request;
  return withSpan({ name: `push to ${source}`, kind: 'client' }, async (span) => {
    const outcome = await provider.send({ token, notificationUuid: uuid, body, priority, bundleId, dryRun });
    span.setAttribute('herald.push.outcome', outcome.kind);
    return outcome;
  });
}

type Attempted = { uuid: string; message_id: string; source: ProviderName; request: SendRequest; outcome: Outcome };

/** Stores the delivery record, and forgets a token that the provider no longer knows. */
async function saveDelivery(token: PushToken, attempted: Attempted, deps: NotificationsDeps): Promise<void> {
  const { uuid, message_id, source, request, outcome } = attempted;
  const { company_id, core_id, device_id, app_id } = token;
  if (outcome.kind === 'gone') await forgetToken(token, deps);
  const { record } = decideDelivery(outcome, []);
  const now = new Date();
  const message = { campaign_uuid: null, message_id, type: String(request.data.type ?? ''), provider: source };
  const device = { company_id, core_id, device_id, application_id: Number(app_id) };
  const times = { created_at: now, updated_at: now };
  // A repeat with the same Idempotency-Key, after a crash between sending and response, updates the first record.
  await deps.storeDelivery({ record: { _id: uuid, ...device, ...message, ...record, ...times }, isKnown: false });
}

function toError(outcome: Exclude<Outcome, { kind: 'sent' }>): HttpError {
  const { kind, answer } = outcome;
  if (kind === 'refused' && outcome.isMisconfigured) return unavailable({ errors: answer }, 60);
  if (kind === 'gone' || kind === 'refused') return notFound({ resource: '', message: sendingFailed, errors: answer });
  const seconds = kind === 'busy' ? Math.max(1, Math.ceil(outcome.retryAfterSeconds ?? 1)) : 5;
  return unavailable({ errors: answer }, seconds);
}
