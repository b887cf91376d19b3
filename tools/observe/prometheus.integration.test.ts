import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, freePort, startForTest, startProcess, type Process, type Tested } from '@herald/testing';
import { parse, stringify } from 'yaml';
import { allServices } from '../../apps/platform/src/services';
import { allExpressions } from './expressions';
import { prometheusDir, ruleFiles } from './rules';
import { filledIn, selectorsOf } from './selectors';

/** The rules on Debian's promtool, and a real Prometheus that scrapes all services by the project's own settings. */
const missing = 'prometheus is missing; install it with: apt-get install -y prometheus prometheus-node-exporter-';
const rules = Object.keys(ruleFiles()).filter((name) => !name.endsWith('.test.yml'));

function promtool(args: string[], input?: string) {
  const { status, stdout, stderr, error } = spawnSync('promtool', args, {
    cwd: prometheusDir,
    input,
    encoding: 'utf8',
  });
  if (error) throw new Error(missing, { cause: error });
  return { status, output: stdout + stderr };
}

it('has rules and settings that Prometheus accepts', () => {
  expect(promtool(['check', 'rules', ...rules])).toMatchObject({ status: 0 });
  expect(promtool(['check', 'config', 'prometheus.yml'])).toMatchObject({ status: 0 });
});

it('has alarms that fire, and that do not', () => {
  const tests = Object.keys(ruleFiles()).filter((name) => name.endsWith('.test.yml'));
  expect(promtool(['test', 'rules', ...tests])).toMatchObject({ status: 0 });
}, 300_000);

describe('a Prometheus that scrapes all services', () => {
  let herald: Tested;
  let prometheus: Process;
  let folder: string;
  let url: string;
  beforeAll(async () => {
    herald = await startForTest(allServices);
    folder = mkdtempSync(join(tmpdir(), 'herald-prometheus-'));
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    writeFileSync(join(folder, 'prometheus.yml'), settingsFor(new URL(herald.url).host));
    const program = existsSync('/usr/bin/prometheus') ? '/usr/bin/prometheus' : 'prometheus';
    prometheus = startProcess(program, [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ]);
    await eventually(async () => (await fetch(`${url}/-/ready`)).ok);
  });
  afterAll(async () => {
    await prometheus?.end();
    await herald?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const ask = async (path: string, params: Record<string, string>) => {
    const answer = await fetch(`${url}/api/v1/${path}?${new URLSearchParams(params)}`);
    const body = (await answer.json()) as { status: string; error?: string; data: unknown };
    if (body.status !== 'success') throw new Error(`${JSON.stringify(params)}: ${body.error}`);
    return body.data;
  };
  const metricsText = async () => (await fetch(`${herald.url}/metrics`)).text();

  it('finds the series of every selector of rules and dashboards', async () => {
    // A refused write leaves a record in the service log, which is published, handled and stored.
    await herald.as()('POST /company/api/v2/company', { body: {} });
    let left = [...new Set(allExpressions().flatMap(({ expr }) => selectorsOf(expr)))];
    expect(left.length).toBeGreaterThan(50);
    const isMissing = async (selector: string) =>
      ((await ask('series', { 'match[]': selector })) as object[]).length === 0;
    await eventually(async () => {
      const found = await Promise.all(left.map(isMissing));
      left = left.filter((_, at) => found[at]);
      if (left.length > 0) throw new Error(`No series for ${left.join(' and ')}`);
      return true;
    });
  });

  it.each(allExpressions())('evaluates $where', async ({ expr }) => {
    await ask('query', { query: filledIn(expr) });
  });

  it('evaluates every rule without an error', async () => {
    type Group = { rules: { name: string; health: string; lastError?: string }[] };
    const all = await eventually(async () => {
      const { groups } = (await ask('rules', {})) as { groups: Group[] };
      const found = groups.flatMap((group) => group.rules);
      return found.length > 0 && found.every(({ health }) => health !== 'unknown') ? found : undefined;
    });
    expect(all.filter(({ health }) => health !== 'ok')).toEqual([]);
  });

  it('shows each of our metrics on a dashboard or in a rule, and explains it', async () => {
    const names = [...(await metricsText()).matchAll(/^# TYPE (herald_\w+|outbox_\w+|amqp_\w+|mongo_\w+|http_\w+) /gm)];
    expect(names.length).toBeGreaterThan(20);
    const shown = allExpressions().flatMap(({ expr }) => selectorsOf(expr));
    const page = readFileSync(join(__dirname, '../../docs/operations/monitoring.md'), 'utf8');
    for (const [, name] of names) {
      expect([name, shown.some((selector) => selector.startsWith(name!))]).toEqual([name, true]);
      expect([name, page.includes(`\`${name}`)]).toEqual([name, true]);
    }
  });

  it('names its metrics by the rules of Prometheus, with few series', async () => {
    const text = await metricsText();
    const ours = text.split('\n').filter((line) => /^(# \w+ )?herald_/.test(line));
    expect(promtool(['check', 'metrics'], `${ours.join('\n')}\n`)).toEqual({ status: 0, output: '' });
    // All services in one process: what one of them adds for each company or person would be seen here.
    expect(ours.filter((line) => !line.startsWith('#')).length).toBeLessThan(1_000);
  });
});

/** The project's own settings, for one process on this machine, scraped at once. */
function settingsFor(target: string): string {
  const settings = parse(readFileSync(join(prometheusDir, 'prometheus.yml'), 'utf8')) as {
    global: object;
    rule_files: string[];
    scrape_configs: { dns_sd_configs?: object; static_configs?: object }[];
  };
  settings.global = { scrape_interval: '1s', evaluation_interval: '1s' };
  settings.rule_files = settings.rule_files.map((name) => join(prometheusDir, name));
  for (const config of settings.scrape_configs) {
    delete config.dns_sd_configs;
    config.static_configs = [{ targets: [target], labels: { app: 'platform' } }];
  }
  return stringify(settings);
}
