import { unwrap } from '@herald/client-sdk';
import { herald } from '../api';
import { useLanguage } from '../language/language';
import { FormDialog } from '../parts/form-dialog';

export function NewApp({ company }: { company: number }) {
  const { t } = useLanguage();
  const texts = t.appScreen;
  const create = ({ name = '', bundle_id = '', flavor_id, os }: Record<string, string>) => {
    const body = { company_id: company, name, bundle_id, flavor_id: flavor_id || bundle_id, capabilities: [] };
    return unwrap(herald.POST('/company/api/v2/app', { body: { ...body, os: os as 'android' | 'ios' } as never }));
  };
  return (
    <FormDialog
      button={texts.create}
      title={texts.create}
      fields={[
        { name: 'name', label: t.name },
        { name: 'bundle_id', label: texts.bundleId, hint: 'com.acme.wallet' },
        { name: 'flavor_id', label: texts.flavorId, hint: texts.flavorHint, isOptional: true },
        {
          name: 'os',
          label: t.deviceScreen.system,
          choices: (['android', 'ios'] as const).map((value) => ({ value, label: t.deviceScreen.systems[value] })),
        },
      ]}
      send={({ texts: given }) => create(given)}
    />
  );
}
