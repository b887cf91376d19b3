import { Link } from '@tanstack/react-router';
import { useLanguage } from '../language/language';
import { useSession } from '../session';

/** The way between the pages of what concerns persons' rights. */
export function PrivacyPages() {
  const { t } = useLanguage();
  const holdsAll = useSession()?.companies === '*';
  const texts = t.privacyScreen;
  const pages = [
    { to: '/privacy', name: texts.requests },
    { to: '/privacy/holds', name: texts.holds },
    // The figures are those of the installation.
    ...(holdsAll ? [{ to: '/privacy/retention', name: texts.retention } as const] : []),
  ] as const;
  return (
    <nav className="pages" aria-label={texts.title}>
      {pages.map(({ to, name }) => (
        <Link key={to} to={to} activeOptions={{ exact: true }} activeProps={{ 'aria-current': 'page' }}>
          {name}
        </Link>
      ))}
    </nav>
  );
}
