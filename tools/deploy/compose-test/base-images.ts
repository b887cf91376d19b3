import { createHash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { installMissing, type Engine } from './docker-engine';
import { run, timed } from './run';

/** Made images are kept here, as files that the engine loads. */
const cache = process.env.HERALD_IMAGES ?? join(homedir(), '.cache/herald-images');
const recipes = join(__dirname, 'bases');

/** Debian's suite whose packages an image is made of; the stable one has too old a nginx and RabbitMQ. */
type Recipe = { name: string; suite: string; prepare?(folder: string, image: string): Promise<void> };

const recipeOf = (image: string): Recipe | undefined => {
  if (/^node:\d+-\w+-slim$/.test(image)) return { name: 'node', suite: image.split('-')[1]!, prepare: addNode };
  if (image.startsWith('nginxinc/nginx-unprivileged:')) return { name: 'nginx', suite: 'sid' };
  if (image.startsWith('rabbitmq:')) return { name: 'rabbitmq', suite: 'sid' };
  return undefined;
};

type Bases = {
  /** The images that can neither be had nor made. */
  missing: string[];
  /** The images that were made here, under names of others. */
  made: string[];
};

/** Sees to the images of others: those of the engine, else pulled, else made from Debian's packages. */
export async function provideBases(engine: Engine, images: string[]): Promise<Bases> {
  const bases: Bases = { missing: [], made: [] };
  const root = debianRoots();
  try {
    for (const image of images) {
      if (await isThere(engine, image)) continue;
      const recipe = recipeOf(image);
      if (!recipe) bases.missing.push(image);
      else {
        await timed(`base ${image}`, () => loadOrMake(engine, image, recipe, root.of));
        bases.made.push(image);
      }
    }
  } finally {
    root.remove();
  }
  return bases;
}

/** An engine of our own has nothing to pull with: its machine is one without a registry. */
async function isThere({ docker, isOwn }: Engine, image: string): Promise<boolean> {
  if ((await docker(['image', 'inspect', image], { mayFail: true })).status === 0) return true;
  return !isOwn && (await docker(['pull', '-q', image], { mayFail: true })).status === 0;
}

async function loadOrMake(engine: Engine, image: string, recipe: Recipe, rootOf: (suite: string) => Promise<string>) {
  const file = join(cache, `${recipe.name}-${digestOf(image)}.tar`);
  if (!existsSync(file)) await make(engine, image, recipe, await rootOf(recipe.suite), file);
  else await engine.docker(['load', '-q', '-i', file]);
}

/** Of everything that an image is made from, save the versions in Debian and on npm. */
function digestOf(image: string): string {
  const hash = createHash('sha256').update(image).update(npmSettings());
  for (const name of [...readdirSync(recipes).map((name) => join(recipes, name)), __filename])
    hash.update(readFileSync(name));
  return hash.digest('hex').slice(0, 16);
}

async function make({ docker }: Engine, image: string, recipe: Recipe, root: string, file: string): Promise<void> {
  const debian = `herald-test/debian:${recipe.suite}`;
  if ((await docker(['image', 'inspect', debian], { mayFail: true })).status !== 0)
    await docker(['import', join(root, 'root.tar'), debian]);
  const folder = mkdtempSync(join(tmpdir(), 'herald-base-'));
  try {
    cpSync(recipes, folder, { recursive: true });
    await recipe.prepare?.(folder, image);
    const dockerfile = join(folder, `${recipe.name}.Dockerfile`);
    const build = [
      'build',
      '--network',
      'host',
      '--build-arg',
      `DEBIAN=${debian}`,
      '-f',
      dockerfile,
      '-t',
      image,
      folder,
    ];
    await docker(build);
    mkdirSync(cache, { recursive: true });
    for (const old of readdirSync(cache)) if (old.startsWith(`${recipe.name}-`)) rmSync(join(cache, old));
    await docker(['save', '-o', `${file}.part`, image]);
    renameSync(`${file}.part`, file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Debian's smallest system of a suite, made once. */
function debianRoots() {
  const made = new Map<string, string>();
  return {
    async of(suite: string): Promise<string> {
      const known = made.get(suite);
      if (known) return known;
      await installMissing('debootstrap', ['debootstrap', '--version'], 'debootstrap');
      const folder = mkdtempSync(join(tmpdir(), 'herald-debian-'));
      made.set(suite, folder);
      const root = join(folder, 'root');
      await timed(`Debian ${suite}`, async () => {
        await run(['debootstrap', '--variant=minbase', '--include=ca-certificates', suite, root]);
        // Packages that are installed into an image start no service.
        writeFileSync(join(root, 'usr/sbin/policy-rc.d'), '#!/bin/sh\nexit 101\n', { mode: 0o755 });
        await run([
          'tar',
          '-C',
          root,
          '--exclude=./var/cache/apt/archives/*.deb',
          '-cf',
          join(folder, 'root.tar'),
          '.',
        ]);
      });
      return folder;
    },
    remove: () => {
      for (const folder of made.values()) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What npm of this machine needs to reach its registry. Nothing else of its settings: they may hold secrets. */
function npmSettings(): string {
  const registry = process.env.npm_config_registry;
  return `cafile=/usr/local/etc/ca-certificates.crt\n${registry ? `registry=${registry}\n` : ''}`;
}

/** The binary from the package of its version on npm, npm, and the certificates that this machine trusts. */
async function addNode(folder: string, image: string): Promise<void> {
  const major = /\d+/.exec(image)![0];
  const local = join(folder, 'local');
  const binary = `node-linux-${process.arch}`;
  const options = ['install', '--global', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', local];
  await run(['npm', ...options, `${binary}@${major}`, 'npm@11']);
  const program = realpathSync(join(local, 'bin/node'));
  rmSync(join(local, 'bin/node'));
  renameSync(program, join(local, 'bin/node'));
  rmSync(join(local, 'lib/node_modules', binary), { recursive: true });
  mkdirSync(join(local, 'etc'), { recursive: true });
  const trusted = process.env.NODE_EXTRA_CA_CERTS ?? '/etc/ssl/certs/ca-certificates.crt';
  copyFileSync(trusted, join(local, 'etc/ca-certificates.crt'));
  writeFileSync(join(local, 'etc/npmrc'), npmSettings());
}
