import { unwrap } from '@herald/client-sdk';
import { herald } from '../api';
import { useLanguage } from '../language/language';
import { FormDialog, type FormField } from '../parts/form-dialog';

type App = { bundle_id: string; company_id: number; os: 'android' | 'ios' };

/** Stores the push credentials of an app. They are tried with the provider first, and never shown again. */
export function Credentials({ app }: { app: App }) {
  const { t } = useLanguage();
  const texts = t.appScreen;
  const fcm: FormField[] = [{ name: 'account', label: texts.account, kind: 'long', hint: texts.accountHint }];
  const apns: FormField[] = [
    { name: 'key', label: texts.key, kind: 'long', hint: texts.keyHint },
    { name: 'key_id', label: texts.keyId },
    { name: 'team_id', label: texts.teamId },
    {
      name: 'production',
      label: texts.environment,
      choices: [
        { value: 'true', label: texts.production },
        { value: 'false', label: texts.sandbox },
      ],
    },
  ];
  const about = { application_name: app.bundle_id, company_id: app.company_id };
  const save = async (given: Record<string, string>) => {
    const provided = app.os === 'ios' ? { apns: apnsOf(given) } : { fcm: accountOf(given.account!, texts.notAccount) };
    await unwrap(herald.PUT('/notifications/v2/credentials', { body: { ...about, ...provided } }));
  };
  return (
    <FormDialog
      isSmall
      button={texts.setCredentials}
      title={texts.credentialsOf(app.bundle_id)}
      hint={texts.credentialsHint}
      fields={app.os === 'ios' ? apns : fcm}
      send={({ texts: given }) => save(given)}
    />
  );
}

const apnsOf = ({ key = '', key_id = '', team_id = '', production }: Record<string, string>) => ({
  key,
  key_id,
  team_id,
  production: production === 'true',
});

/** The parts of a service account's file that are needed; the rest is not sent. */
function accountOf(json: string, wrong: string) {
  try {
    const { project_id, client_email, private_key } = JSON.parse(json) as Record<string, unknown>;
    const texts = [project_id, client_email, private_key];
    if (!texts.every((text) => typeof text === 'string')) throw new Error(wrong);
    return { project_id, client_email, private_key } as Record<'project_id' | 'client_email' | 'private_key', string>;
  } catch {
    throw new Error(wrong);
  }
}
