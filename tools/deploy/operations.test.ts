import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type Joi from 'joi';
import { consoleEnv } from '@herald/service';
import { allServices } from '../../apps/platform/src/services';
import { house } from '../../libs/service/src/settings';

const root = join(__dirname, '../..');
const page = readFileSync(join(root, 'docs/operations/settings.md'), 'utf8');
const table = page.split('\n').filter((line) => line.startsWith('| '));

const settingsIn = (schema: Joi.ObjectSchema): string[] => Object.keys((schema.describe() as { keys: object }).keys);

const rowOf = (setting: string) => table.find((row) => row.includes(`\`${setting}\``));

it('explains every setting that all services share', () => {
  expect(settingsIn(house).filter((name) => !rowOf(name))).toEqual([]);
});

it('explains how the console signs in', () => {
  expect(settingsIn(consoleEnv).filter((name) => !rowOf(name))).toEqual([]);
});

it.each(allServices.filter(({ config }) => config))('explains the settings of $name, beside its name', (service) => {
  for (const setting of settingsIn(service.config!)) expect(rowOf(setting)).toContain(service.name);
});

it.each(allServices.filter(({ needs = [] }) => needs.length))('says that $name needs what it needs', (service) => {
  if (service.needs!.includes('mail')) expect(rowOf('SMTP_URL')).toContain(service.name);
  if (service.needs!.includes('storage')) expect(rowOf('STORAGE_URL')).toContain(service.name);
});
