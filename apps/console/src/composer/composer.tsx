import { Checkbox, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { useLanguage } from '../language/language';
import { ConfirmByNumber } from '../parts/confirm-by-number';
import { useCompany } from '../parts/use-company';
import { Audience, namesIn, useAudienceSize } from './audience';
import { forgetDraft, loadDraft, messageBody, saveDraft, variablesIn, type Draft } from './draft';
import { fieldErrorsOf, type FieldErrors } from './field-errors';
import { MessageFields, type Change } from './message-fields';
import { Previews } from './previews';
import { createMessage, launch, sendTest } from './queries';
import { TestSend } from './test-send';
import { Variables } from './variables';

/** Writes a message, tries it, and launches it as a campaign. */
export function Composer() {
  const company = useCompany(useSearch({ from: '/campaigns/new' }).company);
  // Another company begins with its own draft.
  return <CompanyComposer key={company} company={company} />;
}

/** The draft with all that leaves the page with it. */
function useComposer(company: number) {
  const navigate = useNavigate();
  const [draft, setDraft] = useState(() => loadDraft(company));
  const [values, setValues] = useState<Record<string, string>>({});
  const [named, setNamed] = useState('');
  const [isNamed, setIsNamed] = useState(false);
  const change: Change = (changed) => setDraft((before) => ({ ...before, ...changed }));
  useEffect(() => saveDraft(company, draft), [company, draft]);

  const names = variablesIn(draft);
  const variables = Object.fromEntries(names.map((name) => [name, values[name] ?? '']));
  const sending = useMutation({
    mutationFn: async (send: (message_id: string) => Promise<string>) =>
      send(await createMessage(messageBody(draft, company))),
  });
  const receivers = (coreIds: string[]) => coreIds.map((core_id) => ({ core_id, variables }));
  const base = { application_name: draft.app, company_id: company };
  const test = (coreIds: string[]) =>
    sending.mutateAsync((message_id) => sendTest({ ...base, message_id, notifications: receivers(coreIds) }));
  const start = async (confirmed_devices: number) => {
    const audience = isNamed ? { notifications: receivers(namesIn(named)) } : { segment_id: draft.segment };
    const uuid = await sending.mutateAsync((message_id) =>
      launch({ ...base, ...scheduleOf(draft), ...audience, message_id, confirmed_devices }),
    );
    forgetDraft(company);
    await navigate({ to: '/campaigns/$uuid', params: { uuid } });
  };
  const errors = fieldErrorsOf(sending.error);
  const devices = { named, setNamed, isNamed, setIsNamed };
  return { draft, change, names, values, setValues, variables, devices, test, start, errors };
}

function CompanyComposer({ company }: { company: number }) {
  const { t } = useLanguage();
  const texts = t.composer;
  const { draft, change, names, values, setValues, variables, devices, test, start, errors } = useComposer(company);
  const isComplete = [draft.title, draft.message, draft.mediaUrl, draft.app].every((text) => text.trim() !== '');
  return (
    <>
      <Link to="/campaigns" search={{ company }} className="link">
        {t.campaigns}
      </Link>
      <Title order={1} size="h2" mb="md">
        {texts.create}
      </Title>
      <div className="composer">
        <Stack gap="md">
          <Part title={texts.message}>
            <MessageFields draft={draft} change={change} errors={errors} />
          </Part>
          {names.length > 0 && (
            <Part title={texts.variables}>
              <Variables names={names} values={values} set={setValues} />
            </Part>
          )}
          <Part title={t.audience}>
            <Audience company={company} draft={draft} change={change} errors={errors} {...devices} />
          </Part>
          <Part title={texts.test}>
            <TestSend send={test} isReady={isComplete} />
          </Part>
          <Part title={texts.schedule}>
            <Schedule draft={draft} change={change} errors={errors} />
          </Part>
          <LaunchBar draft={draft} isComplete={isComplete} start={start} {...devices} />
        </Stack>
        <aside className="composer-side" aria-label={texts.preview}>
          <Previews draft={draft} variables={variables} />
        </aside>
      </div>
    </>
  );
}

type LaunchProps = {
  draft: Draft;
  isComplete: boolean;
  named: string;
  isNamed: boolean;
  start: (count: number) => Promise<void>;
};

function LaunchBar({ draft, isComplete, named, isNamed, start }: LaunchProps) {
  const { t, number } = useLanguage();
  const texts = t.composer;
  const size = useAudienceSize(draft, named, isNamed);
  const isReady = isComplete && Boolean(size);
  return (
    <Group justify="flex-end" gap="md">
      <Text size="sm" c="var(--soft)">
        {isReady ? texts.reaches(number(size!)) : texts.incomplete}
      </Text>
      <ConfirmByNumber
        button={draft.needsApproval ? texts.submit : texts.launch}
        title={draft.needsApproval ? texts.submit : texts.launchTitle}
        hint={texts.launchHint(number(size ?? 0))}
        count={size ?? 0}
        disabled={!isReady}
        send={start}
      />
    </Group>
  );
}

function scheduleOf({ name, rate, finishDate, needsApproval }: Draft) {
  return {
    name,
    ...(rate ? { rate: Number(rate) } : {}),
    ...(finishDate ? { finish_date: finishDate } : {}),
    ...(needsApproval ? { needs_approval: true } : {}),
  };
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper withBorder radius="md" p="lg" component="section">
      <Text component="h2" fw={600} mb="md">
        {title}
      </Text>
      {children}
    </Paper>
  );
}

function Schedule({ draft, change, errors }: { draft: Draft; change: Change; errors: FieldErrors }) {
  const { t } = useLanguage();
  const texts = t.composer;
  return (
    <Stack gap="md">
      <TextInput
        label={texts.name}
        value={draft.name}
        error={errors.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <Group grow align="flex-end" className="composer-row">
        <TextInput
          label={texts.rate}
          description={texts.rateHint}
          inputMode="numeric"
          value={draft.rate}
          error={errors.rate}
          onChange={(event) => change({ rate: event.currentTarget.value.replace(/\D/g, '') })}
        />
        <TextInput
          label={t.finishDate}
          description={texts.finishHint}
          type="date"
          value={draft.finishDate}
          error={errors.finish_date}
          onChange={(event) => change({ finishDate: event.currentTarget.value })}
        />
      </Group>
      <Checkbox
        label={texts.needsApproval}
        description={texts.approvalHint}
        checked={draft.needsApproval}
        onChange={(event) => change({ needsApproval: event.currentTarget.checked })}
      />
    </Stack>
  );
}
