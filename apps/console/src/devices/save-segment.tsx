import { unwrap } from '@herald/client-sdk';
import { useNavigate } from '@tanstack/react-router';
import { herald } from '../api';
import { useLanguage } from '../language/language';
import { FormDialog } from '../parts/form-dialog';
import type { Filters } from '../parts/record-search';
import { deviceQueryOf } from './filters';

type SaveSegmentProps = { company: number; filters: Filters; total: number | undefined };

/** Saves the filters under a name, for campaigns. */
export function SaveSegment({ company, filters, total }: SaveSegmentProps) {
  const { t, number } = useLanguage();
  const texts = t.segmentScreen;
  const navigate = useNavigate();
  const save = async (name: string) => {
    const body = { company_id: company, name, index_query: deviceQueryOf(filters) };
    const { data } = await unwrap(herald.POST('/message-persistance/api/v1/segment', { body }));
    await navigate({ to: '/segments/$uuid', params: { uuid: data.uuid } });
  };
  return (
    <FormDialog
      isSmall
      button={texts.save}
      title={texts.save}
      hint={texts.saveHint(total === undefined ? '…' : number(total))}
      fields={[{ name: 'name', label: t.name }]}
      send={({ texts: { name } }) => save(name!)}
    />
  );
}
