export const segments = '/message-persistance/api/v1/segment';

/** A new segment as a caller sends it. */
export const gold = {
  company_id: 1,
  name: ' Gold ',
  index_query: { 'apps.app_id': ['1', '2'], 'apps.tags.plan': 'gold', system_name: 'Android', status: true },
};

/** Filters that no segment accepts, each with the field of its error. */
export const badQueries: [unknown, string][] = [
  [undefined, 'index_query'],
  ['x', 'index_query'],
  [[], 'index_query'],
  [{ brnad: 'Acme' }, 'index_query.brnad'],
  [{ $where: '1' }, 'index_query.$where'],
  [{ brand: { $ne: 1 } }, 'index_query.brand'],
  [{ 'apps.tags.$plan': 'x' }, 'index_query.apps.tags.$plan'],
  [{ company_id: '2' }, 'index_query.company_id'],
  [{ company_id: '1' }, 'index_query.company_id'],
];
