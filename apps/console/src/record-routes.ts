import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { parseAuditSearch } from './audit/filters';
import { parseDeviceSearch } from './devices/filters';
import { deviceQuery, personsOfDeviceQuery, tokenStatesQuery } from './devices/queries';
import { prefetch } from './parts/prefetch';
import { namedFilters } from './parts/record-search';
import { parsePersonSearch } from './persons/search';
import { root } from './root-route';
import { segmentDevicesQuery, segmentQuery } from './segments/queries';
import { parseLogSearch } from './service-log/filters';

// The code of each screen is a file of its own: loaded while the browser is idle, at the latest with its first visit.
const parsePage = namedFilters([]);

const devices = createRoute({
  getParentRoute: () => root,
  path: '/devices',
  validateSearch: parseDeviceSearch,
  component: lazyRouteComponent(() => import('./devices/device-list'), 'DeviceList'),
});

const device = createRoute({
  getParentRoute: () => root,
  path: '/devices/$coreId',
  validateSearch: parsePage,
  loader: ({ params: { coreId } }) => {
    prefetch(deviceQuery(coreId));
    prefetch(tokenStatesQuery(coreId));
    prefetch(personsOfDeviceQuery(coreId));
  },
  component: lazyRouteComponent(() => import('./devices/device-page'), 'DevicePage'),
});

const segments = createRoute({
  getParentRoute: () => root,
  path: '/segments',
  validateSearch: parsePage,
  component: lazyRouteComponent(() => import('./segments/segment-list'), 'SegmentList'),
});

const segment = createRoute({
  getParentRoute: () => root,
  path: '/segments/$uuid',
  validateSearch: parsePage,
  loaderDeps: ({ search: { page } }) => ({ page }),
  loader: ({ params: { uuid }, deps: { page = 1 } }) => {
    prefetch(segmentQuery(uuid));
    prefetch(segmentDevicesQuery(uuid, page));
  },
  component: lazyRouteComponent(() => import('./segments/segment-page'), 'SegmentPage'),
});

const persons = createRoute({
  getParentRoute: () => root,
  path: '/persons',
  validateSearch: parsePersonSearch,
  component: lazyRouteComponent(() => import('./persons/person-screen'), 'PersonScreen'),
});

const cards = createRoute({
  getParentRoute: () => root,
  path: '/cards',
  validateSearch: namedFilters(['nin']),
  component: lazyRouteComponent(() => import('./cards/card-list'), 'CardList'),
});

const card = createRoute({
  getParentRoute: () => root,
  path: '/cards/$uuid',
  validateSearch: parsePage,
  component: lazyRouteComponent(() => import('./cards/card-page'), 'CardPage'),
});

const channels = createRoute({
  getParentRoute: () => root,
  path: '/channels',
  validateSearch: parsePage,
  component: lazyRouteComponent(() => import('./channels/channel-list'), 'ChannelList'),
});

const feeds = createRoute({
  getParentRoute: () => root,
  path: '/feeds',
  validateSearch: parsePage,
  component: lazyRouteComponent(() => import('./channels/feed-list'), 'FeedList'),
});

const files = createRoute({
  getParentRoute: () => root,
  path: '/files',
  validateSearch: parsePage,
  component: lazyRouteComponent(() => import('./files/file-list'), 'FileList'),
});

const file = createRoute({
  getParentRoute: () => root,
  path: '/files/$uuid',
  validateSearch: parsePage,
  component: lazyRouteComponent(() => import('./files/file-page'), 'FilePage'),
});

const privacy = createRoute({
  getParentRoute: () => root,
  path: '/privacy',
  validateSearch: namedFilters(['state', 'kind']),
  component: lazyRouteComponent(() => import('./privacy/request-list'), 'RequestList'),
});

const holds = createRoute({
  getParentRoute: () => root,
  path: '/privacy/holds',
  validateSearch: parsePage,
  component: lazyRouteComponent(() => import('./privacy/hold-list'), 'HoldList'),
});

const retention = createRoute({
  getParentRoute: () => root,
  path: '/privacy/retention',
  validateSearch: parsePage,
  component: lazyRouteComponent(() => import('./privacy/retention-list'), 'RetentionList'),
});

const subjectRequest = createRoute({
  getParentRoute: () => root,
  path: '/privacy/$uuid',
  validateSearch: parsePage,
  component: lazyRouteComponent(() => import('./privacy/request-page'), 'RequestPage'),
});

const audit = createRoute({
  getParentRoute: () => root,
  path: '/audit',
  validateSearch: parseAuditSearch,
  component: lazyRouteComponent(() => import('./audit/audit-list'), 'AuditList'),
});

const serviceLog = createRoute({
  getParentRoute: () => root,
  path: '/service-log',
  validateSearch: parseLogSearch,
  component: lazyRouteComponent(() => import('./service-log/service-log'), 'ServiceLog'),
});

const deadLetters = createRoute({
  getParentRoute: () => root,
  path: '/dead-letters',
  validateSearch: namedFilters(['queue', 'id']),
  component: lazyRouteComponent(() => import('./dead-letters/dead-letter-list'), 'DeadLetterList'),
});

const apps = createRoute({
  getParentRoute: () => root,
  path: '/apps',
  validateSearch: parsePage,
  component: lazyRouteComponent(() => import('./apps/app-list'), 'AppList'),
});

const companies = createRoute({
  getParentRoute: () => root,
  path: '/companies',
  validateSearch: parsePage,
  component: lazyRouteComponent(() => import('./companies/company-page'), 'CompanyPage'),
});

export const recordRoutes = [
  devices,
  device,
  segments,
  segment,
  persons,
  cards,
  card,
  channels,
  feeds,
  files,
  file,
  privacy,
  holds,
  retention,
  subjectRequest,
  audit,
  serviceLog,
  deadLetters,
  apps,
  companies,
] as const;
