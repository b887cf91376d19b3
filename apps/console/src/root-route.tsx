import { createRootRoute, Link } from '@tanstack/react-router';
import { useLanguage } from './language/language';
import { EmptyState } from './parts/empty-state';
import { Shell } from './shell';

export const root = createRootRoute({ component: Shell, notFoundComponent: NotFound });

function NotFound() {
  const { t } = useLanguage();
  return (
    <EmptyState title={t.notFound}>
      <Link to="/campaigns" className="link">
        {t.toCampaigns}
      </Link>
    </EmptyState>
  );
}
