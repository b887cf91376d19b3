import { HeraldError } from '@herald/client-sdk';
import { Alert, Button, Group, Text } from '@mantine/core';
import { useLanguage } from '../language/language';
import { CopyableId } from './copyable-id';

/** What went wrong, in the API's words and with the request's id. */
export function Failure({ error, retry }: { error: Error; retry?: () => void }) {
  const { t } = useLanguage();
  const refused = error instanceof HeraldError ? error : undefined;
  // A request that found no server is a TypeError; other errors are what a form found itself.
  const unreachable = error instanceof TypeError ? t.offline : undefined;
  const title = refused ? t.errorTitle : unreachable;
  return (
    <Alert color="red" variant="light" title={title} role="alert">
      <Text size="sm">{refused ? `${refused.status} ${refused.message}` : error.message}</Text>
      {refused && <Problems body={refused.body} />}
      {refused?.requestId && (
        <Group gap="xs" mt={4}>
          <Text size="sm">{t.requestId}</Text>
          <CopyableId id={refused.requestId} />
        </Group>
      )}
      {retry && (
        <Button mt="sm" size="xs" variant="default" onClick={retry}>
          {t.retry}
        </Button>
      )}
    </Alert>
  );
}

/** What the API says of single fields. */
function Problems({ body }: { body: unknown }) {
  const problems = problemsOf(body);
  if (problems.length === 0) return null;
  return (
    <ul className="problems">
      {problems.map((problem) => (
        <li key={problem}>{problem}</li>
      ))}
    </ul>
  );
}

/** Details are one text, or texts by field; one family of answers calls them `error`. */
function problemsOf(body: unknown): string[] {
  const { errors, error = errors } = Object(body) as { errors?: unknown; error?: unknown };
  if (typeof error === 'string') return [error];
  const entries = Object.entries(Object(error) as Record<string, unknown>);
  return entries.map(([field, told]) => `${field}: ${[told].flat().map(textOf).join(', ')}`);
}

const textOf = (told: unknown): string => (typeof told === 'string' ? told : JSON.stringify(told));
