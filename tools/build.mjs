/**
 * Bundles one app, or every app when none is named, into dist/apps/<name>/main.js, or with `--into <folder>` into
 * <folder>/<name>/main.js: a folder of the checkout, where the packages are found. Workspace code goes into the bundle,
 * packages of the registry stay outside: they are installed beside it. What runs in processes of its own (*.worker.ts,
 * beside the code that starts it) and what operators run (*.command.ts) are bundled into files of their own, next to main.js.
 */
import { build } from 'esbuild';
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const { values, positionals: asked } = parseArgs({ options: { into: { type: 'string' } }, allowPositionals: true });
const into = resolve(root, values.into ?? 'dist/apps');
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
  const outdir = join(into, name);
  const bundle = (entryPoints, more) =>
    build({
      entryPoints,
      outdir,
      bundle: true,
      platform: 'node',
      target: 'node20',
      format: 'cjs',
      sourcemap: true,
      logLevel: 'warning',
      plugins: [keepPackagesOutside],
      ...more,
    });
  const { metafile } = await bundle([entry], { metafile: true, absWorkingDir: root });
  const folders = new Set(Object.keys(metafile.inputs).map((path) => dirname(join(root, path))));
  for (const file of [...folders].flatMap(entriesIn)) await bundle([file]);
}

function entriesIn(folder) {
  const files = readdirSync(folder).filter((file) => /\.(worker|command)\.ts$/.test(file));
  return files.map((file) => join(folder, file));
}
