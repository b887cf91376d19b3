import { Button, Group, Paper, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useLanguage } from '../language/language';
import { Failure } from '../parts/failure';
import { deliverySteps, Steps } from './delivery-steps';
import { singlesQuery, type Single } from './queries';

/** Messages that were sent to one device alone, newest first, each with what happened to it. */
export function SingleMessages({ coreId }: { coreId: string }) {
  const { t } = useLanguage();
  const { data, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery(singlesQuery(coreId));
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  const singles = data?.pages.flatMap((page) => page.data) ?? [];
  if (singles.length === 0) return null;
  return (
    <section aria-label={t.why.singles}>
      <Text component="h3" size="sm" fw={600} mb="xs">
        {t.why.singles}
      </Text>
      {singles.map((single) => (
        <SingleCard key={single.uuid} single={single} />
      ))}
      {hasNextPage && (
        <Button size="xs" variant="default" onClick={() => void fetchNextPage()}>
          {t.why.earlier}
        </Button>
      )}
    </section>
  );
}

function SingleCard({ single }: { single: Single }) {
  const { t } = useLanguage();
  const isFailed = single.status === 3;
  return (
    <Paper withBorder radius="md" p="md" mb="sm" component="article">
      <Group gap="sm">
        <span>{single.type || t.why.single}</span>
        <span className="badge" data-state={isFailed ? 'fails' : 'sended'}>
          {isFailed ? t.isFailed : t.isSent}
        </span>
      </Group>
      <Steps label={t.why.story} steps={deliverySteps(single, !isFailed, t.why)} />
    </Paper>
  );
}
