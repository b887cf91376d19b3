import { onlyCompany } from '@herald/auth';
import { companyId, object, optional, string, text } from '@herald/contracts';
import { invalid, notFound, route, unavailable, updated } from '@herald/http';
import { credentialId } from './credential.model';
import { credentialFields } from './credentials.schema';
import type { NotificationsDeps } from '../deps';
import { providerName, type ProviderName, type PushProvider } from '../providers/provider';

export const saveCredentials = route('PUT /notifications/v2/credentials', {
  summary: "Store an app's own push credentials",
  description: 'For FCM or APNs. They are checked with the provider, encrypted, and never shown again.',
  scope: 'notifications:write',
  resource: 'Credentials',
  body: object({
    application_name: text().description('Bundle id of the app'),
    company_id: optional(companyId()),
    ...credentialFields,
  }).xor('fcm', 'apns'),
  company: 'body.company_id',
  returns: updated(object({ application_name: string(), app_id: string(), provider: providerName() })),
  errors: {
    404: 'The company has no such app',
    422: 'Invalid, or rejected by the provider',
    503: 'The provider does not answer',
  },
  example: {
    body: {
      application_name: 'com.demo.wallet',
      apns: { key: '-----BEGIN PRIVATE KEY-----…', key_id: 'ABCDE12345', team_id: 'FGHIJ67890', production: true },
    },
  },
  async handle({ body, caller, note }, { Credential, seal, providerFactory, findApp }: NotificationsDeps) {
    const { application_name, fcm, apns } = body;
    const company_id = body.company_id ?? onlyCompany(caller);
    if (!company_id) throw invalid({ errors: { company_id: ['is required'] } });
    const app = await findApp(company_id, application_name);
    if (!app) throw notFound({ resource: 'App', errors: 'App not found' });
    const name: ProviderName = fcm ? 'fcm' : 'apns';
    const provider = await (fcm ? providerFactory.fcm(fcm) : providerFactory.apns(apns!)).catch(() => {
      throw invalid({ errors: { [name]: ['the key cannot be used'] } });
    });
    await mustBeAccepted(provider, application_name).finally(() => provider.close());
    const _id = credentialId(app.id, name);
    const sealed = seal.seal(fcm ?? apns!, _id);
    await Credential.updateOne({ _id }, { $set: { company_id, sealed, updated_at: new Date() } }, { upsert: true });
    note({ resource_id: app.id, company_id });
    return { application_name, app_id: app.id, provider: name };
  },
});

/** A token of no device, in the form of APNs: a provider that accepts the credentials rejects the token. */
const unknownToken = '0'.repeat(64);

async function mustBeAccepted(provider: PushProvider, bundleId: string): Promise<void> {
  const probe = {
    token: unknownToken,
    notificationUuid: '00000000-0000-5000-8000-000000000000',
    priority: 'normal',
  } as const;
  const body = provider.name === 'fcm' ? '{"data":{"probe":"1"}}' : '{"aps":{}}';
  const outcome = await provider.send({ ...probe, body, bundleId, dryRun: provider.name === 'fcm' });
  if (outcome.kind === 'denied')
    throw invalid({ errors: { [provider.name]: [`the provider refuses them: ${outcome.answer}`] } });
  if (outcome.kind === 'sent' || outcome.kind === 'gone' || outcome.kind === 'refused') return;
  throw unavailable({ errors: outcome.answer });
}
