import { unwrap } from '@herald/client-sdk';
import { Group, Title } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { herald } from '../api';
import { useLanguage } from '../language/language';
import { CopyableId } from '../parts/copyable-id';
import { Fact, Facts } from '../parts/facts';
import { Failure } from '../parts/failure';
import { FormDialog } from '../parts/form-dialog';
import { Moment } from '../parts/moment';
import { useRecordSearch } from '../parts/record-search';
import { useScope, useSession } from '../session';

const companyQuery = (id: number) =>
  queryOptions({
    queryKey: ['company', id],
    queryFn: async ({ signal }) =>
      (await unwrap(herald.GET('/company/api/v2/company/{id}', { params: { path: { id } }, signal }))).company,
  });

/** The chosen company; with a token of all companies, the way to a new one. */
export function CompanyPage() {
  const { t } = useLanguage();
  const texts = t.companyScreen;
  const { company } = useRecordSearch();
  const { data, error, refetch } = useQuery(companyQuery(company));
  const mayWrite = useScope('company:write');
  const holdsAll = useSession()?.companies === '*';
  return (
    <>
      <Group justify="space-between" mb="md" gap="sm">
        <Title order={1} size="h2">
          {data?.name ?? t.companyOf(String(company))}
        </Title>
        {mayWrite && holdsAll && <NewCompany />}
      </Group>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {data && (
        <Facts title={t.details}>
          <Fact name={texts.number}>{data.id}</Fact>
          <Fact name={texts.identifiedBy}>{texts.identities[data.identified_by]}</Fact>
          <Fact name={t.created}>
            <Moment at={data.created_at} />
          </Fact>
          <Fact name={t.id}>
            <CopyableId id={data.uuid} />
          </Fact>
        </Facts>
      )}
    </>
  );
}

function NewCompany() {
  const { t } = useLanguage();
  const texts = t.companyScreen;
  const ways = ['email', 'username', 'document'] as const;
  const create = ({ name = '', identified_by }: Record<string, string>) => {
    const body = { name, identified_by: identified_by as (typeof ways)[number] };
    return unwrap(herald.POST('/company/api/v2/company', { body }));
  };
  return (
    <FormDialog
      button={texts.create}
      title={texts.create}
      hint={texts.createHint}
      fields={[
        { name: 'name', label: t.name },
        {
          name: 'identified_by',
          label: texts.identifiedBy,
          choices: ways.map((value) => ({ value, label: texts.identities[value] })),
        },
      ]}
      send={({ texts: given }) => create(given)}
    />
  );
}
