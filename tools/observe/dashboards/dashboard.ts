/** The parts of Grafana's dashboards that ours use. */
type Unit = 'short' | 's' | 'reqps' | 'ops' | 'percentunit' | 'bytes';
export type Query = { expr: string; legend: string };
export type Panel = { title: string; description?: string; kind: 'timeseries' | 'stat'; unit: Unit; queries: Query[] };
export type Dashboard = { uid: string; title: string; rows: { title: string; panels: Panel[] }[] };

export const query = (legend: string, expr: string): Query => ({ expr, legend });
export const graph = (title: string, unit: Unit, ...queries: Query[]): Panel => ({
  ...{ title, kind: 'timeseries', unit, queries },
});
export const stat = (title: string, unit: Unit, expr: string): Panel => ({
  ...{ title, kind: 'stat', unit, queries: [query(title, expr)] },
});

/** The quantiles of a histogram that are worth a line. */
export const quantiles = (histogram: string, { labels = '', by = '' } = {}): Query[] =>
  [0.5, 0.95, 0.99].map((quantile) => {
    const legend = `p${quantile * 100}${by ? ` {{${by}}}` : ''}`;
    const rate = `rate(${histogram}_bucket${labels && `{${labels}}`}[$__rate_interval])`;
    return query(
      legend,
      `histogram_quantile(${quantile}, sum by (${['le', by].filter(Boolean).join(', ')}) (${rate}))`,
    );
  });

/** What happens a second, by a label. */
export const perSecond = (series: string, by = ''): string =>
  `sum${by && ` by (${by})`} (rate(${series}[$__rate_interval]))`;

const columns = 24;
const panelHeight = 8;
const statHeight = 4;

/** The dashboard as Grafana loads it. */
export function toJson({ uid, title, rows }: Dashboard): object {
  let y = 0;
  let id = 0;
  const panels = rows.flatMap((row) => {
    const header = { id: ++id, type: 'row', title: row.title, collapsed: false, panels: [] };
    const placedHeader = { ...header, gridPos: { x: 0, y: y++, w: columns, h: 1 } };
    const height = row.panels.every(({ kind }) => kind === 'stat') ? statHeight : panelHeight;
    const leftOf = (at: number) => Math.round((at * columns) / row.panels.length);
    const placed = row.panels.map((panel, at) => ({
      ...panelJson(panel, ++id),
      gridPos: { x: leftOf(at), y, w: leftOf(at + 1) - leftOf(at), h: height },
    }));
    y += height;
    return [placedHeader, ...placed];
  });
  return {
    ...{ uid, title, tags: ['herald'], schemaVersion: 41, editable: false, refresh: '30s', timezone: 'browser' },
    time: { from: 'now-3h', to: 'now' },
    links: [{ type: 'dashboards', title: 'Herald', tags: ['herald'], asDropdown: true, keepTime: true }],
    panels,
  };
}

const datasource = { type: 'prometheus', uid: 'prometheus' };

function panelJson({ title, description, kind, unit, queries }: Panel, id: number): object {
  const targets = queries.map(({ expr, legend }, at) => ({
    ...{ refId: String.fromCharCode('A'.charCodeAt(0) + at), datasource, expr, legendFormat: legend },
  }));
  const options =
    kind === 'stat'
      ? { reduceOptions: { calcs: ['lastNotNull'], fields: '', values: false }, colorMode: 'value', graphMode: 'area' }
      : { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } };
  const fieldConfig = { defaults: { unit, min: 0 }, overrides: [] };
  return { id, type: kind, title, ...(description ? { description } : {}), datasource, fieldConfig, options, targets };
}
