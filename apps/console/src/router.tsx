import { createRoute, createRouter, redirect } from '@tanstack/react-router';
import { campaignRoutes } from './campaign-routes';
import { CampaignList } from './campaigns/campaign-list';
import { CampaignPage } from './campaigns/campaign-page';
import { campaignQuery, targetsQuery } from './campaigns/queries';
import { parseCampaignSearch, parseTargetSearch } from './campaigns/search';
import { firstScreen } from './navigation';
import { prefetch } from './parts/prefetch';
import { recordRoutes } from './record-routes';
import { root } from './root-route';

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: firstScreen() });
  },
});

const campaigns = createRoute({
  getParentRoute: () => root,
  path: '/campaigns',
  validateSearch: parseCampaignSearch,
  component: CampaignList,
});

const campaign = createRoute({
  getParentRoute: () => root,
  path: '/campaigns/$uuid',
  validateSearch: parseTargetSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ params: { uuid }, deps }) => {
    prefetch(campaignQuery(uuid));
    prefetch(targetsQuery(uuid, deps, false));
  },
  component: CampaignPage,
});

export const router = createRouter({
  routeTree: root.addChildren([home, campaigns, campaign, ...campaignRoutes, ...recordRoutes]),
  basepath: '/console',
  defaultPreload: false,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
