import { Text } from '@mantine/core';
import { useLanguage } from '../language/language';
import { DataTable, type Column } from '../parts/data-table';
import { CopySigns } from './copy-signs';
import { fieldsOf, type FieldName } from './evidence-fields';
import type { CardDetail } from './queries';

type Row = { name: FieldName; value: string | null } & CardDetail['evidence'][FieldName];

/** Each field with the places it was read from, how certain it is, and other readings. */
export function Evidence({ card }: { card: CardDetail }) {
  const { t, percent, dni } = useLanguage();
  const texts = t.cardScreen;
  const rows: Row[] = fieldsOf(card.evidence).map(([name, found]) => ({ name, value: card[name], ...found }));
  const columns: Column<Row>[] = [
    { name: texts.field, cell: ({ name }) => texts.fields[name] },
    { name: texts.value, cell: ({ name, value }) => value && <strong>{name === 'nin' ? dni(value) : value}</strong> },
    { name: texts.sources, cell: ({ sources }) => sources.length > 0 && <Sources sources={sources} /> },
    {
      name: texts.certainty,
      cell: ({ confidence, proven, sources }) =>
        sources.length > 0 && (
          <span className="certainty">
            <meter min={0} max={1} value={confidence} aria-label={texts.certainty} />
            {proven ? texts.proven : percent(confidence)}
          </span>
        ),
    },
    {
      name: texts.repairs,
      cell: ({ repairs = [] }) => repairs.map(({ read, became }) => `${read} → ${became}`).join(', '),
    },
    {
      name: texts.others,
      cell: ({ candidates, value }) => candidates.filter((one) => one !== value).join(', '),
    },
  ];
  return (
    <section className="block">
      <Text component="h2" fw={600} mb="sm">
        {texts.evidence}
      </Text>
      <CopySigns signs={card.evidence.copy_signs ?? []} />
      <DataTable label={texts.evidence} columns={columns} rows={rows} keyOf={({ name }) => name} />
    </section>
  );
}

function Sources({ sources }: { sources: ('mrz' | 'barcode' | 'print')[] }) {
  const { t } = useLanguage();
  return (
    <span className="badges">
      {sources.map((source) => (
        <span key={source} className="badge">
          {t.cardScreen.places[source]}
        </span>
      ))}
    </span>
  );
}
