import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** Says why there is nothing, and what to do next. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <Text fw={600}>{title}</Text>
      {children}
    </div>
  );
}
