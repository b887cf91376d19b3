import { Table } from '@mantine/core';
import type { ReactNode } from 'react';

export type Column<Row> = { name: string; cell: (row: Row) => ReactNode };
type DataTableProps<Row> = { label: string; columns: Column<Row>[]; rows: Row[]; keyOf: (row: Row) => string };

/** Records as rows; a narrow screen stacks the cells of a row and leaves out empty ones. */
export function DataTable<Row>({ label, columns, rows, keyOf }: DataTableProps<Row>) {
  return (
    <Table className="stacked" verticalSpacing="xs" highlightOnHover aria-label={label}>
      <Table.Thead>
        <Table.Tr>
          {columns.map(({ name }) => (
            <Table.Th key={name}>{name}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={keyOf(row)}>
            {columns.map(({ name, cell }) => {
              const content = cell(row);
              return (
                <Table.Td key={name} data-name={name} data-empty={isEmpty(content) ? '' : undefined}>
                  {isEmpty(content) ? '–' : content}
                </Table.Td>
              );
            })}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

const isEmpty = (content: ReactNode) =>
  content === undefined || content === null || content === '' || content === false;
