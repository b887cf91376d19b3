import { useLanguage } from '../language/language';
import { FormDialog } from '../parts/form-dialog';
import { createRequest, requestKinds, type SubjectRequest } from './queries';

const namedBy = ['dni', 'email', 'core_id'] as const;

/** What a person asks for is carried out as soon as the form is sent. */
export function NewRequestForm({ company }: { company: number }) {
  const { t } = useLanguage();
  const texts = t.privacyScreen;
  return (
    <FormDialog
      button={texts.create}
      title={texts.create}
      hint={texts.createHint}
      fields={[
        {
          name: 'kind',
          label: texts.kind,
          choices: requestKinds.map((value) => ({ value, label: texts.kinds[value] })),
        },
        { name: 'by', label: texts.namedBy, choices: namedBy.map((value) => ({ value, label: texts.names[value] })) },
        { name: 'who', label: texts.who },
        { name: 'reason', label: t.reason, hint: texts.reasonHint, isOptional: true },
      ]}
      send={({ texts: { kind, by = 'dni', who = '', reason = '' } }) =>
        createRequest(company, { kind: kind as SubjectRequest['kind'], subject: { [by]: who }, reason })
      }
    />
  );
}
