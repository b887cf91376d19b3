/**
 * Bundles one app, or every app when none is named, into dist/apps/<name>/main.js. Workspace code goes into the bundle,
 * packages of the registry stay outside: they are installed beside it.
 */
import { build } from 'esbuild';
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { dirname, join } from 'node:path';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const asked = process.argv.slice(2);
const names = asked.length ? asked : readdirSync(join(root, 'apps'));

const keepPackagesOutside = {
  name: 'keep-packages-outside',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path }) => (path.startsWith('@herald/') ? undefined : { path, external: true }));
  },
};

for (const name of names) {
  const entry = join(root, 'apps', name, 'src/main.ts');
  if (!existsSync(entry)) {
    console.error(`There is no ${entry}`);
    process.exit(1);
  }
  await build({
    entryPoints: [entry],
    outfile: join(root, 'dist/apps', name, 'main.js'),
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    sourcemap: true,
    logLevel: 'warning',
    plugins: [keepPackagesOutside],
  });
}
