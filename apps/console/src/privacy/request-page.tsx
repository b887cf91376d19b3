import { Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useLanguage } from '../language/language';
import { CopyableId } from '../parts/copyable-id';
import { DataTable, type Column } from '../parts/data-table';
import { Fact, Facts } from '../parts/facts';
import { Failure } from '../parts/failure';
import { Moment } from '../parts/moment';
import { CopyLink } from './copy-link';
import { DaysLeft } from './days-left';
import { isRunning, requestQuery, type SubjectRequest } from './queries';
import { RequestBadge } from './request-badge';

/** One request: what became of it, and which service has answered. */
export function RequestPage() {
  const { uuid } = useParams({ from: '/privacy/$uuid' });
  const { data, error, refetch } = useQuery(requestQuery(uuid));
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  return data ? <OneRequest request={data} /> : null;
}

type Answer = SubjectRequest['answers'][number];

function OneRequest({ request }: { request: SubjectRequest }) {
  const { t, number } = useLanguage();
  const texts = t.privacyScreen;
  const { kind, state, created_at, finished_at, file, uuid, answers } = request;
  const columns: Column<Answer>[] = [
    { name: texts.service, cell: ({ service }) => service },
    { name: texts.state, cell: (answer) => (answer.state === 'done' ? texts.hasAnswered : texts.waits) },
    { name: texts.found, cell: ({ found }) => <span className="figures">{number(found)}</span> },
    { name: texts.changed, cell: ({ changed }) => <span className="figures">{number(changed)}</span> },
  ];
  return (
    <>
      <Group mb="md" gap="sm">
        <Title order={1} size="h2">
          {texts.kinds[kind]}
        </Title>
        <RequestBadge state={state} />
      </Group>
      <Facts title={t.details}>
        <Fact name={texts.asked}>
          <Moment at={created_at} />
        </Fact>
        <Fact name={texts.due}>{isRunning(request) ? <DaysLeft request={request} /> : undefined}</Fact>
        <Fact name={texts.finished}>{finished_at && <Moment at={finished_at} />}</Fact>
        <Fact name={texts.file}>{file && <CopyLink file={file} />}</Fact>
        <Fact name={t.id}>
          <CopyableId id={uuid} />
        </Fact>
      </Facts>
      <Text component="h2" fw={600} mb="sm">
        {texts.services}
      </Text>
      <DataTable label={texts.services} columns={columns} rows={answers} keyOf={({ service }) => service} />
    </>
  );
}
