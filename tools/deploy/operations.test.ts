import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type Joi from 'joi';
import { allServices } from '../../apps/platform/src/services';

const root = join(__dirname, '../..');
const page = readFileSync(join(root, 'docs/operations.md'), 'utf8');
const table = page.split('\n').filter((line) => line.startsWith('| '));

/** The settings that all services share, as their schema names them. */
function houseSettings(): string[] {
  const source = readFileSync(join(root, 'libs/service/src/settings.ts'), 'utf8');
  const schema = source.slice(
    source.indexOf('Joi.object<HouseSettings>'),
    source.indexOf('/** The name of the setting'),
  );
  return [...schema.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map((match) => match[1]!);
}

function ownSettings(config: Joi.ObjectSchema): string[] {
  return Object.keys((config.describe() as { keys: object }).keys);
}

const rowOf = (setting: string) => table.find((row) => row.includes(`\`${setting}\``));

it('explains every setting that all services share', () => {
  expect(houseSettings().length).toBeGreaterThan(15);
  expect(houseSettings().filter((name) => !rowOf(name))).toEqual([]);
});

it.each(allServices.filter(({ config }) => config))('explains the settings of $name, beside its name', (service) => {
  for (const setting of ownSettings(service.config!)) expect(rowOf(setting)).toContain(service.name);
});

it.each(allServices.filter(({ needs = [] }) => needs.length))('says that $name needs what it needs', (service) => {
  if (service.needs!.includes('mail')) expect(rowOf('SMTP_URL')).toContain(service.name);
  if (service.needs!.includes('storage')) expect(rowOf('STORAGE_URL')).toContain(service.name);
});
