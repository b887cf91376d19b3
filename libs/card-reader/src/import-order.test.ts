import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Each folder with the folders that its files may import. */
const allowed: Record<string, string[]> = {
  languages: [],
  text: ['languages'],
  countries: ['languages', 'text'],
  picture: [],
  find: ['picture'],
  read: ['picture', 'find', 'languages', 'countries', 'text'],
  decide: ['picture', 'find', 'read', 'languages', 'countries', 'text'],
};
/** Types without imports of their own. */
const shared = ['reading', 'trace'];

function importsOf(folder: string): string[] {
  const files = readdirSync(join(__dirname, folder)).filter((file) => !/\.(test|fixture)\.ts$/.test(file));
  const sources = files.map((file) => readFileSync(join(__dirname, folder, file), 'utf8'));
  const paths = sources.flatMap((source) => [...source.matchAll(/from '\.\.\/([^'/]+)/g)].map((match) => match[1]!));
  return [...new Set(paths)].filter((path) => !shared.includes(path));
}

it.each(Object.entries(allowed))('%s imports earlier stages only', (folder, stages) => {
  expect(importsOf(folder).filter((path) => !stages.includes(path))).toEqual([]);
});
