/**
 * The operators' console, built by Vite into a folder. `npx tsx tools/console.ts <folder>` builds it unless the folder
 * holds what these sources give; it prints how much a browser loads first.
 */
import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';

const root = resolve(__dirname, '..');
const app = join(root, 'apps/console');
const inputs = ['apps/console', 'libs/client-sdk/src', 'package-lock.json', 'tools/console.ts'];
const digestFile = 'sources.sha256';

/** The digest of everything that the built console follows from. */
function consoleDigest(): string {
  const hash = createHash('sha256');
  const add = (path: string) =>
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)));
  for (const input of inputs) for (const file of filesBelow(input)) add(file);
  return hash.digest('hex');
}

function filesBelow(path: string): string[] {
  if (/\.\w+$/.test(path)) return [path];
  const entries = readdirSync(join(root, path), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'));
  return files.map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)).sort();
}

export function isCurrent(folder: string): boolean {
  const file = join(folder, digestFile);
  return existsSync(file) && readFileSync(file, 'utf8') === consoleDigest();
}

/** Builds beside the folder and puts the result in its place, so that a server never finds half of it. */
export async function buildConsole(folder: string): Promise<void> {
  if (isCurrent(folder)) return;
  const digest = consoleDigest();
  const outDir = `${folder}.${randomUUID()}`;
  try {
    await runVite(outDir);
    writeFileSync(join(outDir, digestFile), digest);
    replace(folder, outDir);
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}

function replace(folder: string, by: string): void {
  rmSync(folder, { recursive: true, force: true });
  try {
    renameSync(by, folder);
  } catch (error) {
    // Another build of the same sources was faster.
    if (!isCurrent(folder)) throw error;
  }
}

/** In a process of its own, because the mode of this one may be that of tests or of development. */
async function runVite(outDir: string): Promise<void> {
  const program = join(dirname(require.resolve('vite/package.json')), 'bin/vite.js');
  // The policy of the page allows files of this origin alone, no data: addresses.
  const options = ['--base', '/console/', '--assetsInlineLimit', '0', '--target', 'es2022', '--logLevel', 'error'];
  const args = [program, 'build', app, '--outDir', outDir, '--emptyOutDir', ...options];
  await promisify(execFile)(process.execPath, args, { env: { ...process.env, NODE_ENV: 'production' } });
}

/** Bytes, compressed, that a browser loads before it shows anything. */
function firstLoadBytes(folder: string): number {
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  const parts = [...page.matchAll(/(?:src|href)="\/console\/([^"]+)"/g)].map((match) => match[1]!);
  const sizes = ['index.html', ...parts].map((file) => gzipSync(readFileSync(join(folder, file))).length);
  return sizes.reduce((sum, size) => sum + size);
}

if (require.main === module) {
  const folder = process.argv[2];
  if (!folder) throw new Error('Usage: tsx tools/console.ts <folder>');
  void buildConsole(resolve(folder)).then(() =>
    console.log(`console: first load ${(firstLoadBytes(resolve(folder)) / 1000).toFixed(0)} kB gzipped`),
  );
}
