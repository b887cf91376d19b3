import { Link, useLocation, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { Texts } from './language/en';
import { useLanguage } from './language/language';
import { Icon, type IconName } from './parts/icons';
import { currentSession, holdsScope, useSession, type Session } from './session';

/** The screens, in the order of their use, each with the scope without which it could show nothing. */
export const screens = [
  { to: '/campaigns', icon: 'campaigns', label: (t: Texts) => t.campaigns, scope: 'campaigns:read' },
  { to: '/why', icon: 'why', label: (t: Texts) => t.why.title, scope: 'campaigns:read' },
  { to: '/devices', icon: 'devices', label: (t: Texts) => t.devices, scope: 'index:read' },
  { to: '/segments', icon: 'segments', label: (t: Texts) => t.segmentScreen.title, scope: 'message-persistance:read' },
  { to: '/persons', icon: 'persons', label: (t: Texts) => t.personScreen.title, scope: 'identification:read' },
  { to: '/cards', icon: 'cards', label: (t: Texts) => t.cardScreen.title, scope: 'sapien:read' },
  { to: '/channels', icon: 'channels', label: (t: Texts) => t.channelScreen.title, scope: 'channels:read' },
  { to: '/feeds', icon: 'feeds', label: (t: Texts) => t.channelScreen.feeds, scope: 'channels:read' },
  { to: '/files', icon: 'files', label: (t: Texts) => t.fileScreen.title, scope: 'chronos:read' },
  { to: '/privacy', icon: 'privacy', label: (t: Texts) => t.privacyScreen.title, scope: 'privacy:read' },
  { to: '/audit', icon: 'audit', label: (t: Texts) => t.auditScreen.title, scope: 'audit:read' },
  { to: '/service-log', icon: 'log', label: (t: Texts) => t.logScreen.title, scope: 'events:read' },
  {
    to: '/dead-letters',
    icon: 'deadLetters',
    label: (t: Texts) => t.deadLetterScreen.title,
    scope: 'dead-letters:read',
    needsAll: true,
  },
  { to: '/apps', icon: 'apps', label: (t: Texts) => t.appScreen.title, scope: 'company:read' },
  { to: '/companies', icon: 'companies', label: (t: Texts) => t.company, scope: 'company:read' },
] as const satisfies { to: string; icon: IconName; label: (t: Texts) => string; scope: string; needsAll?: boolean }[];

const isReadable = (session: Session | undefined) => (screen: { scope: string; needsAll?: boolean }) =>
  holdsScope(session, screen.scope) && (!screen.needsAll || session?.companies === '*');

/** The screens that the token can read. */
export function useScreens() {
  const session = useSession();
  return screens.filter(isReadable(session));
}

export const firstScreen = () => screens.find(isReadable(currentSession()))?.to ?? screens[0].to;

/** The way to each screen; the chosen company goes along. */
export function Navigation() {
  const { t } = useLanguage();
  const shown = useScreens();
  const bar = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => centerCurrent(bar.current), [pathname]);
  const { company } = useSearch({ strict: false }) as { company?: number };
  const search = (company === undefined ? {} : { company }) as never;
  return (
    <nav ref={bar} className="side" aria-label={t.navigation}>
      {shown.map(({ to, icon, label }) => (
        <Link key={to} to={to} search={search} className="side-link" activeProps={{ 'aria-current': 'page' }}>
          <Icon name={icon} />
          {label(t)}
        </Link>
      ))}
      <a href="/docs" className="side-link">
        <Icon name="docs" />
        {t.apiDocs}
      </a>
    </nav>
  );
}

/** On a narrow screen the links are a row that scrolls: the current one may lie outside of what is seen. */
function centerCurrent(bar: HTMLElement | null): void {
  const current = bar?.querySelector('[aria-current="page"]');
  if (!bar || !current) return;
  const [outer, inner] = [bar.getBoundingClientRect(), current.getBoundingClientRect()];
  bar.scrollLeft += inner.left + inner.width / 2 - outer.left - outer.width / 2;
}
