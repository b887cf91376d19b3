import { Alert, Button, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useLanguage } from '../language/language';
import { Preferences } from '../preferences';
import { signIn, useAbsence } from '../session';
import { goToIssuer, refusal } from './issuer-session';
import { currentIssuer } from './settings';

/** Shown without a session; afterwards the address shows the page that it named before. */
export function SignIn() {
  return (
    <main className="sign-in">
      {currentIssuer() ? <WithIssuer /> : <WithToken />}
      <Preferences />
    </main>
  );
}

/** Says why the person is here again. */
function Why() {
  const { t } = useLanguage();
  const absence = useAbsence();
  if (absence === 'new') return null;
  const texts = { ended: t.session.ended, 'signed-out': t.session.signedOut, refused: t.session.refused };
  return (
    <Alert color={absence === 'refused' ? 'red' : 'blue'} variant="light" role="status" title={texts[absence]}>
      {absence === 'ended' && t.session.keepsAddress}
      {absence === 'refused' && refusal()}
    </Alert>
  );
}

function Card({ children }: { children: ReactNode }) {
  const { t } = useLanguage();
  return (
    <Stack gap="md">
      <Title order={1} size="h3">
        {t.signInTitle}
      </Title>
      <Why />
      {children}
    </Stack>
  );
}

function WithIssuer() {
  const { t } = useLanguage();
  const [error, setError] = useState('');
  const [isLeaving, setLeaving] = useState(false);
  const go = () => {
    setLeaving(true);
    goToIssuer().catch((failure: Error) => {
      setError(failure.message);
      setLeaving(false);
    });
  };
  return (
    <Paper withBorder p="xl" radius="md" className="sign-in-card">
      <Card>
        <Text size="sm">{t.session.issuerHint(new URL(currentIssuer()!.issuer).host)}</Text>
        {error && (
          <Alert color="red" variant="light" role="alert" title={t.session.unreachable}>
            {error}
          </Alert>
        )}
        <Button fullWidth onClick={go} loading={isLeaving} data-autofocus>
          {t.signIn}
        </Button>
      </Card>
    </Paper>
  );
}

function WithToken() {
  const { t } = useLanguage();
  const [token, setToken] = useState('');
  const [isWrong, setWrong] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setWrong(!signIn(token));
  };
  return (
    <Paper component="form" onSubmit={submit} withBorder p="xl" radius="md" className="sign-in-card">
      <Card>
        <Text size="sm">{t.signInHint}</Text>
        <TextInput
          label={t.token}
          value={token}
          onChange={(event) => setToken(event.currentTarget.value)}
          error={isWrong ? t.tokenWrong : undefined}
          autoComplete="off"
          spellCheck={false}
          required
          data-autofocus
        />
        <Button type="submit" fullWidth>
          {t.signIn}
        </Button>
        <Text size="xs" c="var(--soft)">
          {t.signInMemory}
        </Text>
      </Card>
    </Paper>
  );
}
