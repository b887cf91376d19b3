/**
 * Makes a new service that passes all checks: `npm run new:service -- <name>`. The name must stand in
 * libs/contracts/src/services.ts, or is added there with the next free port.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';

const name = process.argv[2] ?? '';
function fail(line: string): never {
  console.error(`new:service: ${line}`);
  process.exit(1);
}
if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) fail('the name must be lower case words joined by hyphens');
if (existsSync(`apps/${name}`)) fail(`apps/${name} exists already`);

const camel = name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
const pascal = camel[0]!.toUpperCase() + camel.slice(1);

const files = {
  'package.json': `${JSON.stringify(
    {
      name: `@herald/app-${name}`,
      version: '0.1.0',
      private: true,
      exports: { '.': './src/service.ts' },
      dependencies: {
        '@herald/contracts': '*',
        '@herald/http': '*',
        '@herald/persistence': '*',
        '@herald/service': '*',
      },
      devDependencies: { '@herald/testing': '*' },
      nx: { name, tags: ['type:service'] },
    },
    null,
    2,
  )}\n`,
  'tsconfig.json': '{ "extends": "../../tsconfig.base.json", "include": ["src"] }\n',
  'src/main.ts': `import { run } from '@herald/service';
import { service } from './service';

void run([service], process, { develop: () => import('@herald/standins') });
`,
  'src/service.ts': `import { defineService } from '@herald/service';
import { createNote } from './create-note';
import { ${camel}Deps } from './deps';
import { notes } from './note.model';
import { readNote } from './read-note';

export const service = defineService({
  name: '${name}',
  summary: 'Say in one line what it owns',
  records: [notes],
  routes: { createNote, readNote },
  deps: ${camel}Deps,
});
`,
  'src/deps.ts': `import type { ServiceContext } from '@herald/service';
import { notes } from './note.model';

export type ${pascal}Deps = ReturnType<typeof ${camel}Deps>;

export function ${camel}Deps({ database }: ServiceContext<object>) {
  return { Note: notes.model(database) };
}
`,
  'src/note.model.ts': `import { string } from '@herald/contracts';
import { record } from '@herald/persistence';

export const notes = record('notes', {
  fields: { uuid: string(), company_id: string(), text: string() },
  indexes: [[{ uuid: 1 }, { unique: true }]],
  timestamps: true,
});
`,
  'src/create-note.ts': `import { companyId, object, text } from '@herald/contracts';
import { created, route } from '@herald/http';
import type { ${pascal}Deps } from './deps';
import { notes } from './note.model';

export const createNote = route('POST /${name}/v1/note', {
  summary: 'Create a note',
  scope: '${name}:write',
  resource: 'Note',
  body: object({ company_id: companyId(), text: text() }),
  company: 'body.company_id',
  returns: created(notes.answer),
  errors: {},
  example: { body: { company_id: 1, text: 'Hello' } },
  async handle({ body, uuid }, { Note }: ${pascal}Deps) {
    return notes.toAnswer(await Note.create({ ...body, uuid }));
  },
});
`,
  'src/read-note.ts': `import { found, notFound, route } from '@herald/http';
import { ownedBy } from '@herald/persistence';
import type { ${pascal}Deps } from './deps';
import { notes } from './note.model';

export const readNote = route('GET /${name}/v1/note/:uuid', {
  summary: 'Read a note',
  scope: '${name}:read',
  resource: 'Note',
  returns: found(notes.answer),
  errors: { 404: 'No such note' },
  example: { params: { uuid: '4f6f8f3e-1d1b-4b52-9d4c-0a4c7b6f3f10' } },
  async handle({ params, caller }, { Note }: ${pascal}Deps) {
    const note = await Note.findOne({ uuid: params.uuid, ...ownedBy(caller) }).lean();
    if (!note) throw notFound();
    return notes.toAnswer(note);
  },
});
`,
  'src/create-note.test.ts': `import { startForTest, type Tested } from '@herald/testing';
import { service } from './service';

let herald: Tested;
beforeAll(async () => (herald = await startForTest(service)));
afterAll(() => herald?.stop());

it('creates a note of a company that the caller holds', async () => {
  const body = { company_id: 1, text: 'Hello' };
  const created = await herald.as({ companies: [1] })('POST /${name}/v1/note', { body });
  expect([created.status, created.body.data.text]).toEqual([201, 'Hello']);
  expect((await herald.as({ companies: [2] })('POST /${name}/v1/note', { body })).status).toBe(403);
});
`,
  'src/read-note.test.ts': `import { startForTest, type Tested } from '@herald/testing';
import { service } from './service';

let herald: Tested;
beforeAll(async () => (herald = await startForTest(service)));
afterAll(() => herald?.stop());

it('reads a note for its company alone', async () => {
  const body = { company_id: 1, text: 'Hello' };
  const created = await herald.as()('POST /${name}/v1/note', { body });
  const path = \`GET /${name}/v1/note/\${created.body.data.uuid}\`;
  expect((await herald.as({ companies: [1] })(path)).body.data).toEqual(created.body.data);
  expect((await herald.as({ companies: [2] })(path)).status).toBe(404);
});
`,
  'README.md': `# ${name}

Say here what it owns and for whom.

| Endpoint | Scope | What it does |
| --- | --- | --- |
| \`POST /${name}/v1/note\` | ${name}:write | Create a note |
| \`GET /${name}/v1/note/:uuid\` | ${name}:read | Read a note |

- **Messages out:** \`service.logged\`. **In:** none.
- **Settings:** those of every service only.

\`\`\`sh
curl -H "Authorization: Bearer $TOKEN" http://127.0.0.1:8080/${name}/v1/note/UUID
\`\`\`
`,
};

function edit(path: string, change: (source: string) => string): void {
  const before = readFileSync(path, 'utf8');
  const after = change(before);
  if (after !== before) writeFileSync(path, after);
}

edit('libs/contracts/src/services.ts', (source) => {
  if (new RegExp(`^  '?${name}'?: \\{`, 'm').test(source)) return source;
  const ports = [...source.matchAll(/port: (\d+)/g)].map((match) => Number(match[1]));
  const key = name.includes('-') ? `'${name}'` : name;
  const line = `  ${key}: { prefix: '/${name}', family: 'A', port: ${Math.max(...ports) + 1} },\n`;
  return source.replace('} as const satisfies', `${line}} as const satisfies`);
});
for (const [path, content] of Object.entries(files)) {
  mkdirSync(`apps/${name}/${path.includes('/') ? 'src' : ''}`, { recursive: true });
  writeFileSync(`apps/${name}/${path}`, content);
}
edit('apps/platform/src/services.ts', (source) =>
  source
    .replace('import { StartError', `import { service as ${camel} } from '@herald/app-${name}';\nimport { StartError`)
    .replace(/allServices: Service\[\] = \[([^\]]*)\]/, (_, list: string) => {
      const names = list
        .split(',')
        .map((one) => one.trim())
        .filter(Boolean);
      return `allServices: Service[] = [${[...names, camel].join(', ')}]`;
    }),
);
edit('apps/platform/package.json', (source) => {
  const manifest = JSON.parse(source) as { dependencies: Record<string, string> };
  manifest.dependencies[`@herald/app-${name}`] = '*';
  return `${JSON.stringify(manifest, null, 2)}\n`;
});
const run = (command: string, ...args: string[]) => spawnSync(command, args, { stdio: 'inherit', shell: false }).status;
if (run('npm', 'install', '--no-audit') !== 0) fail('npm install failed');
const touched = [`apps/${name}`, 'apps/platform', 'libs/contracts/src/services.ts'];
if (run('npx', 'prettier', '--write', '--log-level', 'warn', ...touched) !== 0) fail('prettier failed');
console.log(`apps/${name} is there. Check it: npx nx run-many -t lint,typecheck,test,build -p ${name},platform`);
