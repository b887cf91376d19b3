import { Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** Names and values of one record, under a heading. */
export function Facts({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper withBorder radius="md" p="lg" mb="md" component="section">
      <Text component="h2" size="sm" fw={600} mb="xs">
        {title}
      </Text>
      <dl className="facts">{children}</dl>
    </Paper>
  );
}

export function Fact({ name, children }: { name: string; children?: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children ?? '–'}</dd>
    </div>
  );
}
