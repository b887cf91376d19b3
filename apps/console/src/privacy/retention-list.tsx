import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '../language/language';
import { ApiText } from '../parts/api-text';
import type { Column } from '../parts/data-table';
import { Moment } from '../parts/moment';
import { RecordList } from '../parts/record-list';
import { PrivacyPages } from './privacy-pages';
import { retentionQuery, type KeptKind } from './queries';

/** What is kept for how long in the whole installation, and what goes next. */
export function RetentionList() {
  const { t, number } = useLanguage();
  const texts = t.privacyScreen;
  const { data, error, refetch } = useQuery(retentionQuery);
  const columns: Column<KeptKind>[] = [
    {
      name: texts.kept,
      cell: ({ kind, service }) => (
        <>
          <strong>
            <ApiText text={kind} />
          </strong>
          <small className="below">{service}</small>
        </>
      ),
    },
    { name: texts.until, cell: (kind) => <Rule kind={kind} /> },
    { name: texts.oldest, cell: ({ oldest_at }) => oldest_at && <Moment at={oldest_at} /> },
    {
      name: texts.dueNext,
      cell: ({ due_within_day: due, is_at_least }) =>
        due !== null && <span className="figures">{(is_at_least ? '≥ ' : '') + number(due)}</span>,
    },
    { name: texts.lookedAt, cell: ({ reported_at }) => <Moment at={reported_at} isPrecise /> },
  ];
  return (
    <RecordList
      title={texts.title}
      found={data && { rows: data, page: 1, perPage: Math.max(data.length, 1), total: data.length }}
      error={error}
      retry={refetch}
      columns={columns}
      keyOf={({ service, kind }) => `${service} ${kind}`}
      onPage={() => undefined}
      empty={{ title: texts.noRetention, hint: texts.noRetentionHint }}
    >
      <PrivacyPages />
    </RecordList>
  );
}

function Rule({ kind: { setting, days, rule } }: { kind: KeptKind }) {
  const { t } = useLanguage();
  const texts = t.privacyScreen;
  if (!setting) return <span className="wrapping sentence">{rule && <ApiText text={rule} />}</span>;
  return (
    <>
      {days === 0 ? texts.forever : days !== null && texts.days(days)}
      <small className="below">{setting}</small>
    </>
  );
}
