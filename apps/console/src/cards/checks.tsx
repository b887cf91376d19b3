import { Paper, Text } from '@mantine/core';
import { useLanguage } from '../language/language';
import { ApiText } from '../parts/api-text';
import type { CardDetail } from './queries';

/** What was checked of the card: holds, fails, or does not apply. */
export function Checks({ checks }: { checks: CardDetail['checks'] }) {
  const { t } = useLanguage();
  const texts = t.cardScreen;
  return (
    <Paper withBorder radius="md" p="lg" mb="md" component="section">
      <Text component="h2" size="sm" fw={600} mb="xs">
        {texts.checks}
      </Text>
      <ul className="checks">
        {checks.map(({ name, holds, detail }) => (
          <li key={name} data-holds={String(holds)}>
            <Verdict holds={holds} />
            <span>
              {texts.checkNames[name]}
              {detail && (
                <small>
                  <ApiText text={detail} />
                </small>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Paper>
  );
}

/** Whether a check holds; null where it does not apply. */
function Verdict({ holds }: { holds: boolean | null }) {
  const { t } = useLanguage();
  const texts = t.cardScreen;
  if (holds === null) return <span className="badge">{texts.doesNotApply}</span>;
  return (
    <span className="badge" data-state={holds ? 'sended' : 'fails'}>
      {holds ? texts.holds : texts.fails}
    </span>
  );
}
