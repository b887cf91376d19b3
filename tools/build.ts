/**
 * Bundles one app, or every app when none is named, into dist/apps/<name>/main.js, or with `--into <folder>` into
 * <folder>/<name>/main.js: a folder of the checkout, where the packages are found. Workspace code goes into the bundle,
 * packages of the registry stay outside: they are installed beside it. Programs of processes of their own (*.worker.ts,
 * beside the code that starts them) and commands of operators (*.command.ts) become files next to main.js. So do parts
 * that main.js loads only when it needs them: the export of spans, as tracing-export.js, and for development the
 * stand-ins, as standins.js and standins.worker.js, and the platform's demo-card.js, which `--production` leaves out.
 */
import { build, type BuildOptions, type Plugin } from 'esbuild';
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildConsole, isCurrent } from './console';

const root = resolve(__dirname, '..');
const { values, positionals: asked } = parseArgs({
  options: {
    into: { type: 'string' },
    production: { type: 'boolean' },
    'console-in-background': { type: 'boolean' },
  },
  allowPositionals: true,
});
const into = resolve(root, values.into ?? 'dist/apps');
const names = asked.length ? asked : readdirSync(join(root, 'apps'));

const keepPackagesOutside: Plugin = {
  name: 'keep-packages-outside',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, resolveDir }) => {
      if (path.startsWith('@herald/')) return undefined;
      const folder = nestedFolderOf(path, resolveDir);
      return folder
        ? { errors: [{ text: `${folder}: the bundle would load another version` }] }
        : { path, external: true };
    });
  },
};

/** Where a package lies, if that is below a workspace package: a bundle finds only those in the root's node_modules. */
function nestedFolderOf(path: string, from: string): string | undefined {
  const name = path.split('/', path.startsWith('@') ? 2 : 1).join('/');
  for (let folder = from; folder.length > root.length; folder = dirname(folder))
    if (existsSync(join(folder, 'node_modules', name))) return join(folder, 'node_modules', name);
  return undefined;
}

/** A dynamic import of the stand-ins becomes one of the file beside main.js. A static one fails the build. */
const keepStandInsOutside: Plugin = {
  name: 'keep-stand-ins-outside',
  setup({ onResolve }) {
    onResolve({ filter: /^@herald\/standin/ }, ({ path, kind }) =>
      path === '@herald/standins' && kind === 'dynamic-import'
        ? { path: './standins.js', external: true }
        : { errors: [{ text: `${path} is for development; only main.ts may load it, by import()` }] },
    );
  },
};

/** A dynamic import of the export of spans becomes one of the file beside main.js. */
const keepTracingExportOutside: Plugin = {
  name: 'keep-tracing-export-outside',
  setup({ onResolve }) {
    onResolve({ filter: /^@herald\/tracing\/export$/ }, ({ path, kind }) =>
      kind === 'dynamic-import'
        ? { path: './tracing-export.js', external: true }
        : { errors: [{ text: `${path} loads the SDK; only import() may load it` }] },
    );
  },
};

/**
 * The console is served from a folder beside main.js, and built only if its sources changed. In the background the
 * platform starts meanwhile and shows a waiting page.
 */
async function addConsole(folder: string): Promise<void> {
  if (!values['console-in-background']) return buildConsole(folder);
  if (isCurrent(folder)) return;
  const args = ['--import', 'tsx', join(__dirname, 'console.ts'), folder];
  const stdio = ['ignore', 'ignore', 'inherit'] as const;
  spawn(process.execPath, args, { cwd: root, stdio: [...stdio], detached: true }).unref();
}

/** What main.js loads, and the program of the thread that it starts. */
const standIns = { 'index.ts': 'standins', 'standins.worker.ts': 'standins.worker' };

async function bundleApp(name: string): Promise<void> {
  if (name === 'console') return buildConsole(join(into, name));
  const entry = join(root, 'apps', name, 'src/main.ts');
  if (!existsSync(entry)) throw new Error(`There is no ${entry}`);
  const outdir = join(into, name);
  const bundle = (entryPoints: BuildOptions['entryPoints'], more?: BuildOptions) =>
    build({
      entryPoints,
      outdir,
      bundle: true,
      platform: 'node',
      target: 'node20',
      format: 'cjs',
      sourcemap: true,
      logLevel: 'warning',
      plugins: [keepStandInsOutside, keepTracingExportOutside, keepPackagesOutside],
      ...more,
    });
  const { metafile } = await bundle([entry], { metafile: true, absWorkingDir: root });
  const folders = new Set(Object.keys(metafile!.inputs).map((path) => dirname(join(root, path))));
  for (const file of [...folders].flatMap(entriesIn)) await bundle([file]);
  await bundle([{ in: join(root, 'libs/tracing/src/export.ts'), out: 'tracing-export' }]);
  if (name === 'platform') await addConsole(join(outdir, 'console'));
  if (name === 'platform' && !values.production) await bundle([join(__dirname, 'demo-card.ts')]);
  if (!values.production)
    for (const [file, out] of Object.entries(standIns))
      await bundle([{ in: join(root, 'libs/standins/stack/src', file), out }], { plugins: [keepPackagesOutside] });
}

function entriesIn(folder: string): string[] {
  const files = readdirSync(folder).filter((file) => /\.(worker|command)\.ts$/.test(file));
  return files.map((file) => join(folder, file));
}

async function main(): Promise<void> {
  for (const name of names) await bundleApp(name);
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
