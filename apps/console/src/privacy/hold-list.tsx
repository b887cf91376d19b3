import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '../language/language';
import type { Column } from '../parts/data-table';
import { FormDialog } from '../parts/form-dialog';
import { Moment } from '../parts/moment';
import { RecordList } from '../parts/record-list';
import { useRecordSearch } from '../parts/record-search';
import { useScope } from '../session';
import { PrivacyPages } from './privacy-pages';
import { holdsQuery, liftHold, perPage, placeHold, type LegalHold } from './queries';

/** Persons whose data must not be erased, newest first; lifted holds stay in the list. */
export function HoldList() {
  const { t, dni } = useLanguage();
  const texts = t.privacyScreen;
  const { company, page, showPage } = useRecordSearch();
  const mayWrite = useScope('privacy:write');
  const { data, error, refetch } = useQuery(holdsQuery(company, page));
  const columns: Column<LegalHold>[] = [
    { name: t.personScreen.dni, cell: (hold) => <strong>{dni(hold.dni)}</strong> },
    { name: t.reason, cell: ({ reason }) => <span className="wrapping">{reason}</span> },
    { name: t.created, cell: ({ created_at }) => <Moment at={created_at} /> },
    { name: texts.lifted, cell: (hold) => <Lifted hold={hold} mayLift={mayWrite} company={company} /> },
  ];
  return (
    <RecordList
      title={texts.title}
      actions={
        mayWrite && (
          <FormDialog
            button={texts.place}
            title={texts.place}
            hint={texts.placeHint}
            fields={[
              { name: 'dni', label: t.personScreen.dni },
              { name: 'reason', label: t.reason },
            ]}
            send={({ texts: { dni = '', reason = '' } }) => placeHold(company, { dni, reason })}
          />
        )
      }
      found={data && { rows: data.legal_hold, page: data.page, perPage, total: data.total }}
      error={error}
      retry={refetch}
      columns={columns}
      keyOf={(hold) => `${hold.dni} ${hold.created_at}`}
      onPage={showPage}
      empty={{ title: texts.noHolds, hint: texts.placeHint }}
    >
      <PrivacyPages />
    </RecordList>
  );
}

type LiftedProps = { hold: LegalHold; mayLift: boolean; company: number };

function Lifted({ hold: { dni, lifted_at, lift_reason }, mayLift, company }: LiftedProps) {
  const { t } = useLanguage();
  const texts = t.privacyScreen;
  if (lifted_at)
    return (
      <>
        <Moment at={lifted_at} />
        <small className="below">{lift_reason}</small>
      </>
    );
  if (!mayLift) return null;
  return (
    <FormDialog
      button={texts.lift}
      title={texts.lift}
      hint={texts.liftHint}
      isSmall
      fields={[{ name: 'reason', label: t.reason }]}
      send={({ texts: { reason = '' } }) => liftHold(company, { dni, reason })}
    />
  );
}
