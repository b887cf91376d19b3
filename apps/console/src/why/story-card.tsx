import { Button, Group, Paper, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useLanguage } from '../language/language';
import { Failure } from '../parts/failure';
import { Moment } from '../parts/moment';
import { storyQuery, type DeviceCampaign, type Story } from './queries';

type StoryProps = { coreId: string; campaign: DeviceCampaign };

/** What became of one campaign on a device; its whole story on demand. */
export function StoryCard({ coreId, campaign }: StoryProps) {
  const { t } = useLanguage();
  const [isOpen, setOpen] = useState(false);
  const { uuid, name, is_test, created_at, status, reason } = campaign;
  const states = { sended: t.isSent, fails: t.isFailed, pending: t.isPending };
  return (
    <Paper withBorder radius="md" p="md" mb="sm" component="article">
      <Group justify="space-between" align="flex-start">
        <div>
          <Group gap="sm">
            <Link to="/campaigns/$uuid" params={{ uuid }} className="link">
              {is_test ? t.why.test : name || t.unnamed}
            </Link>
            <span className="badge" data-state={status}>
              {states[status]}
            </span>
          </Group>
          <Text size="sm" c="var(--soft)">
            <Moment at={created_at} />
          </Text>
        </div>
        <Button size="xs" variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? t.why.less : t.why.more}
        </Button>
      </Group>
      {reason && (
        <Text size="sm" mt={4}>
          <code className="reason">{reason}</code>
        </Text>
      )}
      {isOpen && <WholeStory coreId={coreId} uuid={uuid} />}
    </Paper>
  );
}

function WholeStory({ coreId, uuid }: { coreId: string; uuid: string }) {
  const { t } = useLanguage();
  const { data, error, refetch } = useQuery(storyQuery(uuid, coreId));
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return null;
  return (
    <ol className="story" aria-label={t.why.story}>
      {stepsOf(data, t.why).map(({ at, text, answer }, place) => (
        <li key={place}>
          {at && <Moment at={at} />} <span>{text}</span> {answer && <code className="reason">{answer}</code>}
        </li>
      ))}
    </ol>
  );
}

type Step = { at?: string; text: string; answer?: string };
type WhyTexts = ReturnType<typeof useLanguage>['t']['why'];

/** From the choice of the device to its last report. */
function stepsOf({ matched, provider, tries, reports, status, reason }: Story, texts: WhyTexts): Step[] {
  const provided = provider === 'apns' ? 'APNs' : 'FCM';
  return [
    ...(matched ? [{ at: matched.at, text: texts.matched[matched.by] }] : []),
    ...tries.map(({ at, outcome, answer }) => {
      const text = outcome === 'sent' ? texts.accepted(provided) : texts.refused(provided, outcome);
      return { at, text, answer };
    }),
    ...reports.map(({ at, action }) => ({ at, text: texts.reported(action) })),
    ...(status === 'sended' && reports.length === 0 ? [{ text: texts.noReport }] : []),
    ...(status !== 'sended' && tries.length === 0 && reason ? [{ text: reason }] : []),
  ];
}
