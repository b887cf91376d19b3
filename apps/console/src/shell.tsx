import { ActionIcon, Group, NativeSelect, NumberInput } from '@mantine/core';
import { Link, Outlet, useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { useLanguage } from './language/language';
import { Navigation, screens } from './navigation';
import { PaletteOpener } from './palette-opener';
import { Busy } from './parts/busy';
import { Icon } from './parts/icons';
import { Preferences } from './preferences';
import { useSession } from './session';
import { signOut } from './sign-in/issuer-session';

/** The frame of every screen. */
export function Shell() {
  const { t } = useLanguage();
  return (
    <div className="shell">
      <a className="skip" href="#content">
        {t.skipToContent}
      </a>
      <header className="top">
        <Link to="/campaigns" className="brand">
          Herald
        </Link>
        <Company />
        <Group gap="xs" wrap="nowrap" className="top-end">
          <PaletteOpener />
          <Preferences />
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={t.signOut}
            title={t.signOut}
            onClick={() => void signOut()}
          >
            <Icon name="signOut" />
          </ActionIcon>
        </Group>
        <Busy />
      </header>
      <Navigation />
      <main id="content" className="content" tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  );
}

/** The company whose data is shown: one of the token's, or any for a token of all companies. */
function Company() {
  const { t } = useLanguage();
  const session = useSession();
  const navigate = useNavigate();
  const { company } = useSearch({ strict: false }) as { company?: number };
  const { pathname } = useLocation();
  // A record belongs to one company: its list is shown instead.
  const list = screens.find(({ to }) => pathname.startsWith(to))?.to ?? '/campaigns';
  const choose = (next: string) => void navigate({ to: list, search: { company: Number(next) } as never });
  const companies = session?.companies ?? [];
  const shown = String(company ?? (companies === '*' ? 1 : companies[0]));
  if (companies === '*')
    return (
      <NumberInput
        className="company"
        aria-label={t.company}
        leftSection={<span className="prefix">{t.company}</span>}
        leftSectionWidth={84}
        min={1}
        allowDecimal={false}
        allowNegative={false}
        value={shown}
        onChange={(value) => Number(value) > 0 && choose(String(value))}
      />
    );
  const options = companies.map((id) => ({ value: id, label: t.companyOf(id) }));
  return (
    <NativeSelect
      className="company"
      aria-label={t.company}
      data={options}
      value={shown}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  );
}
