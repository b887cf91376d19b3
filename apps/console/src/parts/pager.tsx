import { Button, Group, Text } from '@mantine/core';
import { useLanguage } from '../language/language';

type PagerProps = { page: number; perPage: number; total: number; onPage: (page: number) => void };

/** Where in a list the page is, and the way to its neighbours. */
export function Pager({ page, perPage, total, onPage }: PagerProps) {
  const { t, number } = useLanguage();
  if (total === 0) return null;
  const from = (page - 1) * perPage + 1;
  const to = Math.min(page * perPage, total);
  return (
    <Group justify="space-between" className="pager">
      <Text size="sm" c="var(--soft)">
        {t.rows(number(from), number(to), number(total))}
      </Text>
      {total > perPage && (
        <Group gap="xs">
          <Button size="xs" variant="default" disabled={page <= 1} onClick={() => onPage(page - 1)}>
            {t.previous}
          </Button>
          <Button size="xs" variant="default" disabled={to >= total} onClick={() => onPage(page + 1)}>
            {t.next}
          </Button>
        </Group>
      )}
    </Group>
  );
}
