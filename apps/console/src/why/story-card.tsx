import { Button, Group, Paper, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useLanguage } from '../language/language';
import { Failure } from '../parts/failure';
import { Moment } from '../parts/moment';
import { deliverySteps, Steps, type Step, type WhyTexts } from './delivery-steps';
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
  return data ? <Steps label={t.why.story} steps={stepsOf(data, t.why)} /> : null;
}

/** From the choice of the device to its last report. */
function stepsOf(story: Story, texts: WhyTexts): Step[] {
  const { matched, tries, status, reason } = story;
  return [
    ...(matched ? [{ at: matched.at, text: texts.matched[matched.by] }] : []),
    ...deliverySteps(story, status === 'sended', texts),
    ...(status !== 'sended' && tries.length === 0 && reason ? [{ text: reason }] : []),
  ];
}
