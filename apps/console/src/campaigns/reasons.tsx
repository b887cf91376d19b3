import { Paper, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useLanguage } from '../language/language';
import { reasonsQuery, type Campaign } from './queries';

/** Why devices failed, in the provider's words; each reason shows its devices. */
export function Reasons({ campaign: { uuid, statistics } }: { campaign: Campaign }) {
  const { t, number } = useLanguage();
  const { data = [] } = useQuery(reasonsQuery(uuid, statistics.fails));
  if (data.length === 0) return null;
  const most = data[0]!.count;
  return (
    <Paper withBorder radius="md" p="lg" mb="md" component="section">
      <Text component="h2" size="sm" fw={600} mb="xs">
        {t.campaignScreen.reasons}
      </Text>
      <ol className="reasons">
        {data.map(({ reason, count }) => (
          <li key={reason}>
            <Link
              to="/campaigns/$uuid"
              params={{ uuid }}
              search={{ status: 'fails', reason }}
              resetScroll={false}
              className="reason-link"
            >
              <code>{reason}</code>
              <span className="figures">{number(count)}</span>
            </Link>
            <span className="reason-bar" style={{ width: `${(count / most) * 100}%` }} />
          </li>
        ))}
      </ol>
    </Paper>
  );
}
