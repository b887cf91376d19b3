import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { services } from '@herald/contracts';
import { parse } from 'yaml';
import { dashboards } from './dashboards';
import { allExpressions } from './expressions';
import { allAlarms, prometheusDir, ruleFiles } from './rules';
import { selectorsOf } from './selectors';
import { dashboardFiles, dashboardsDir } from './write-dashboards';

const read = (path: string) => readFileSync(path, 'utf8');
const root = join(__dirname, '../..');

it.each(Object.entries(ruleFiles()))('deploy/prometheus/%s is up to date: npm run deploy:alarms', (name, content) => {
  expect(read(join(prometheusDir, name))).toBe(content);
});

it.each(Object.entries(dashboardFiles()))(
  'the dashboard %s is up to date: npm run deploy:dashboards',
  (name, content) => {
    expect(read(join(dashboardsDir, name))).toBe(content);
  },
);

it('leaves no dashboard behind that is not generated any more', () => {
  expect(readdirSync(dashboardsDir).sort()).toEqual(Object.keys(dashboardFiles()).sort());
});

it('has five dashboards, each under an id of its own', () => {
  expect(Object.keys(dashboards)).toEqual(['overview', 'campaigns', 'delivery', 'sapien', 'stores']);
  expect(new Set(Object.values(dashboards).map(({ uid }) => uid)).size).toBe(5);
});

it('places the panels of a dashboard beside and below each other', () => {
  type Placed = { gridPos: { x: number; y: number; w: number; h: number } };
  for (const content of Object.values(dashboardFiles())) {
    const places = (JSON.parse(content) as { panels: Placed[] }).panels.map(({ gridPos }) => gridPos);
    const cells = places.flatMap(({ x, y, w, h }) =>
      Array.from({ length: w * h }, (_, at) => `${x + (at % w)}/${y + Math.floor(at / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    for (const { x, w } of places) expect(x + w).toBeLessThanOrEqual(24);
  }
});

/** GitHub's anchor of a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');
const runbook = new Map(
  read(join(root, 'docs/runbook.md'))
    .split(/^## /m)
    .slice(1)
    .map((section) => [anchorOf(section.slice(0, section.indexOf('\n'))), section]),
);

it.each(allAlarms)('the runbook has a section that names $name', (alarm) => {
  expect(runbook.get(alarm.runbook)).toContain(`\`${alarm.name}\``);
});

it('has no section in the runbook that no alarm names', () => {
  const named = new Set(allAlarms.map((alarm) => alarm.runbook));
  expect([...runbook.keys()].filter((anchor) => !named.has(anchor))).toEqual([]);
});

it('names no alarm twice', () => {
  expect(new Set(allAlarms.map(({ name }) => name)).size).toBe(allAlarms.length);
});

it.each(allExpressions())('$where is PromQL', ({ expr }) => {
  expect(selectorsOf(expr).length).toBeGreaterThan(0);
});

it('knows the metrics that the chart scales by', async () => {
  const values = parse(read(join(root, 'deploy/chart/herald/values.yaml'))) as {
    services: Record<string, { keda?: { queries?: { query: string }[] } }>;
  };
  const queries = Object.values(values.services).flatMap(({ keda }) => keda?.queries ?? []);
  const names = queries.map(({ query }) => /herald_\w+/.exec(query)![0]);
  expect(names.length).toBeGreaterThan(0);
  const shown = allExpressions().flatMap(({ expr }) => selectorsOf(expr).map((selector) => /^\w+/.exec(selector)![0]));
  expect(names.filter((name) => !shown.includes(name))).toEqual([]);
});

it('refuses what is not PromQL', () => {
  expect(() => selectorsOf('sum(rate(up[5m])')).toThrow('Not PromQL');
  expect(selectorsOf('sum(rate(a{b="c"}[$__rate_interval])) / d')).toEqual(['a{b="c"}', 'd']);
});

it('scrapes every service', () => {
  const config = parse(read(join(prometheusDir, 'prometheus.yml'))) as {
    scrape_configs: { dns_sd_configs: { names: string[]; port: number }[] }[];
  };
  const [{ names, port }] = config.scrape_configs[0]!.dns_sd_configs as [{ names: string[]; port: number }];
  expect([names.toSorted(), port]).toEqual([Object.keys(services).sort(), 8080]);
});
