import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { campaignQuery, isLive, targetsQuery } from '../campaigns/queries';
import { useLanguage } from '../language/language';
import { Failure } from '../parts/failure';
import { namesIn } from './audience';

const maxDevices = 20;

type TestSendProps = { send: (coreIds: string[]) => Promise<string>; isReady: boolean };

/** Sends the message to some devices, and says what became of each. */
export function TestSend({ send, isReady }: TestSendProps) {
  const { t } = useLanguage();
  const texts = t.composer;
  const [typed, setTyped] = useState('');
  const names = namesIn(typed);
  const test = useMutation({ mutationFn: () => send(names) });
  const isWrong = names.length > maxDevices;
  return (
    <Stack gap="sm">
      <Group gap="sm" align="flex-end">
        <TextInput
          className="growing"
          label={texts.testDevices}
          value={typed}
          error={isWrong ? texts.testMax : undefined}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
        />
        <Button
          variant="default"
          disabled={!isReady || names.length === 0 || isWrong}
          loading={test.isPending}
          onClick={() => test.mutate()}
        >
          {texts.sendTest}
        </Button>
      </Group>
      {test.error && <Failure error={test.error} />}
      {test.data && <Outcomes uuid={test.data} />}
    </Stack>
  );
}

function Outcomes({ uuid }: { uuid: string }) {
  const { t } = useLanguage();
  const { data: campaign } = useQuery(campaignQuery(uuid));
  const { data } = useQuery(targetsQuery(uuid, {}, !campaign || isLive(campaign)));
  const states = { sended: t.isSent, fails: t.isFailed, pending: t.isPending };
  return (
    <ul className="samples" aria-live="polite" aria-label={t.composer.testOutcomes}>
      {data?.data.map(({ core_id, status, reason }) => (
        <li key={core_id}>
          <span className="badge" data-state={status}>
            {states[status]}
          </span>{' '}
          <code>{core_id}</code>{' '}
          {reason && (
            <Text span size="sm">
              {reason}
            </Text>
          )}
        </li>
      ))}
    </ul>
  );
}
