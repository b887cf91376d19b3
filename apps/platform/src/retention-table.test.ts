import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { retentionOf, type Service } from '@herald/service';
import { allServices } from './services';

type Row = { service: string; kind: string; rule: string };

/** Those of every service are listed once. */
const ofEach = new Set(retentionOf({}).map(({ kind }) => kind));
const rowsOf = (service: Pick<Service, 'name' | 'retention' | 'config'>): Row[] =>
  retentionOf(service)
    .filter(({ kind }) => !ofEach.has(kind))
    .map(({ kind, setting, rule }) => ({
      service: service.name,
      kind,
      rule: setting ? ruleOf(service, setting) : rule!,
    }));

function ruleOf({ config }: Pick<Service, 'config'>, setting: string): string {
  const { keys = {} } = (config?.describe() ?? {}) as { keys?: Record<string, { flags: { default: number } }> };
  const days = keys[setting]?.flags.default;
  return days === undefined ? `\`${setting}\`` : `\`${setting}\`: ${days} days`;
}

it('is documented for each kind of data of each service', () => {
  const page = readFileSync(join(__dirname, '../../../docs/privacy.md'), 'utf8');
  const section = page.slice(page.indexOf('## Retention'), page.indexOf('## A request for erasure'));
  const shown = section.split('\n').flatMap((line): Row[] => {
    const [, service, kind, rule] = line.split('|').map((cell) => cell.trim());
    return rule === undefined || /^(Service|-+)$/.test(service!) ? [] : [{ service: service!, kind: kind!, rule }];
  });
  const ofAll = retentionOf({}).map(({ kind, rule }) => ({ service: 'each', kind, rule: rule! }));
  const declared = [...allServices.flatMap(rowsOf), ...ofAll];
  expect(shown.toSorted(byName)).toEqual(declared.toSorted(byName));
});

const byName = (one: Row, other: Row) =>
  `${one.service} ${one.kind} ${one.rule}`.localeCompare(`${other.service} ${other.kind} ${other.rule}`);

it('names a setting of its service wherever days decide', () => {
  for (const { name, config, retention = [] } of allServices)
    for (const { setting } of retention)
      if (setting && setting !== 'DEAD_LETTER_DAYS')
        expect([name, Object.keys((config!.describe() as { keys: object }).keys)]).toEqual([
          name,
          expect.arrayContaining([setting]),
        ]);
});
