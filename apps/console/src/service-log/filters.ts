import type { Texts } from '../language/en';
import type { FilterField } from '../parts/filter-chips';
import { namedFilters } from '../parts/record-search';

export const parseLogSearch = namedFilters([
  'service',
  'resource',
  'operation',
  'result',
  'from_date',
  'until_date',
  'companies',
]);

const services = [
  'audit',
  'campaigns',
  'channels',
  'chronos',
  'company',
  'core-idp',
  'identification',
  'index',
  'message-persistance',
  'notifications',
  'sapien',
];

export const logFields = ({ logScreen }: Texts): FilterField[] => [
  {
    name: 'service',
    label: logScreen.service,
    isSingle: true,
    choices: services.map((value) => ({ value, label: value })),
  },
  {
    name: 'result',
    label: logScreen.result,
    isSingle: true,
    choices: [
      { value: 'false', label: logScreen.refused },
      { value: 'true', label: logScreen.done },
    ],
  },
  { name: 'operation', label: logScreen.operation, isSingle: true },
  { name: 'resource', label: logScreen.resource, isSingle: true },
  { name: 'from_date', label: logScreen.from, kind: 'day', isSingle: true },
  { name: 'until_date', label: logScreen.until, kind: 'day', isSingle: true },
  {
    name: 'companies',
    label: logScreen.companies,
    isSingle: true,
    choices: [{ value: 'all', label: logScreen.allCompanies }],
  },
];
