import { Button, Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLanguage } from '../language/language';
import { DataTable, type Column } from './data-table';
import { EmptyState } from './empty-state';
import { Failure } from './failure';
import { Pager } from './pager';

type RecordListProps<Row> = {
  title: string;
  /** Beside the title: what can be done with the whole list. */
  actions?: ReactNode;
  /** Below the title: the filters. */
  children?: ReactNode;
  found: { rows: Row[]; page: number; perPage: number; total: number } | undefined;
  error: Error | null;
  retry: () => unknown;
  columns: Column<Row>[];
  keyOf: (row: Row) => string;
  onPage: (page: number) => void;
  /** Says why there is nothing, and what to do next. */
  empty: { title: string; hint?: ReactNode };
  /** Removes the filters, if there are any. */
  clear?: (() => void) | undefined;
};

/** A screen with one list: title, filters, table and pages, or why there is nothing to show. */
export function RecordList<Row>(props: RecordListProps<Row>) {
  const { title, actions, children, found, error, retry, columns, keyOf, onPage, empty, clear } = props;
  return (
    <>
      <Group justify="space-between" mb="md" gap="sm">
        <Title order={1} size="h2">
          {title}
        </Title>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
      {error && <Failure error={error} retry={() => void retry()} />}
      {found && found.rows.length > 0 && <DataTable label={title} columns={columns} rows={found.rows} keyOf={keyOf} />}
      {found?.rows.length === 0 && <Nothing empty={empty} clear={clear} />}
      {found && <Pager page={found.page} perPage={found.perPage} total={found.total} onPage={onPage} />}
    </>
  );
}

type NothingProps = Pick<RecordListProps<never>, 'empty' | 'clear'>;

function Nothing({ empty, clear }: NothingProps) {
  const { t } = useLanguage();
  if (!clear) return <EmptyState title={empty.title}>{empty.hint && <Text size="sm">{empty.hint}</Text>}</EmptyState>;
  return (
    <EmptyState title={t.filters.noMatches}>
      <Button variant="default" mt="sm" onClick={clear}>
        {t.clearFilters}
      </Button>
    </EmptyState>
  );
}
