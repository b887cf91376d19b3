import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { parseCompanySearch } from './composer/search';
import { root } from './root-route';
import { parseWhySearch } from './why/search';

const composer = createRoute({
  getParentRoute: () => root,
  path: '/campaigns/new',
  validateSearch: parseCompanySearch,
  component: lazyRouteComponent(() => import('./composer/composer'), 'Composer'),
});

const why = createRoute({
  getParentRoute: () => root,
  path: '/why',
  validateSearch: parseWhySearch,
  component: lazyRouteComponent(() => import('./why/why-screen'), 'WhyScreen'),
});

export const campaignRoutes = [composer, why] as const;
