import { Button, Group, Text, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { queryClient } from '../api';
import { useLanguage } from '../language/language';
import { CopyableId } from '../parts/copyable-id';
import { Fact, Facts } from '../parts/facts';
import { Failure } from '../parts/failure';
import { Moment } from '../parts/moment';
import { useScope } from '../session';
import { CardState } from './card-state';
import { Checks } from './checks';
import { Evidence } from './evidence';
import { Pictures } from './pictures';
import { cardQuery, validateCard, type CardDetail } from './queries';

const dayMs = 86_400_000;

/** One card: its pictures, what was read from where, the checks, and when it is removed. */
export function CardPage() {
  const { uuid } = useParams({ from: '/cards/$uuid' });
  const { data, error, refetch } = useQuery(cardQuery(uuid));
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  return data ? <OneCard card={data} /> : null;
}

function OneCard({ card }: { card: CardDetail }) {
  const { t, number } = useLanguage();
  const texts = t.cardScreen;
  const daysLeft = Math.max(0, Math.ceil((Date.parse(card.removed_at) - Date.now()) / dayMs));
  return (
    <>
      <Group justify="space-between" mb="md" gap="sm">
        <Group gap="sm">
          <Title order={1} size="h2">
            {[card.name, card.lastname].filter(Boolean).join(' ') || texts.unnamed}
          </Title>
          <CardState card={card} />
        </Group>
        {!card.validated && <Validate uuid={card.uuid} />}
      </Group>
      <Pictures card={card} />
      <Evidence card={card} />
      <Checks checks={card.checks} />
      <Facts title={t.details}>
        <Fact name={texts.read}>
          <Moment at={card.created_at} />
        </Fact>
        <Fact name={texts.removal}>
          <time dateTime={card.removed_at} title={card.removed_at}>
            {texts.daysLeft(number(daysLeft))}
          </time>
        </Fact>
        <Fact name={t.id}>
          <CopyableId id={card.uuid} />
        </Fact>
      </Facts>
    </>
  );
}

function Validate({ uuid }: { uuid: string }) {
  const { t } = useLanguage();
  const mayWrite = useScope('sapien:write');
  const validate = useMutation({
    mutationFn: () => validateCard(uuid),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['card', uuid] }),
  });
  if (!mayWrite) return null;
  return (
    <>
      <Button onClick={() => validate.mutate()} loading={validate.isPending}>
        {t.cardScreen.validate}
      </Button>
      {validate.data && !validate.data.data.validated && (
        <Text size="sm" role="status">
          {t.cardScreen.notProven}
        </Text>
      )}
      {validate.error && <Failure error={validate.error} />}
    </>
  );
}
