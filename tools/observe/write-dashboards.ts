/**
 * deploy/grafana/dashboards, generated from their declarations: `npm run deploy:dashboards`. A test fails while the
 * files are stale. Plain JSON: ours use two kinds of panels, and Grafana's builders are before their first release.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dashboards } from './dashboards';
import { toJson } from './dashboards/dashboard';

export const dashboardsDir = join(__dirname, '../../deploy/grafana/dashboards');

/** The files by name. */
export const dashboardFiles = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(dashboards).map(([name, one]) => [`${name}.json`, `${JSON.stringify(toJson(one), null, 2)}\n`]),
  );

if (require.main === module)
  for (const [name, content] of Object.entries(dashboardFiles())) writeFileSync(join(dashboardsDir, name), content);
