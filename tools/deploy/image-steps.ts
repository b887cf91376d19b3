/**
 * Runs the steps of deploy/Dockerfile without a container engine: `tsx tools/deploy/image-steps.ts
 * <service> <folder>` makes one folder for each stage and prints, as JSON, how the image would start. Unlike in a
 * container, the programs are those of this machine, and a stage made from another one continues in its folder.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';

const root = join(__dirname, '../..');
const isRoot = process.getuid?.() === 0;

type Plan = { base: string; name: string; steps: [instruction: string, rest: string][] };
type Stage = {
  name: string;
  folder: string;
  cwd: string;
  env: Record<string, string>;
  args: Record<string, string>;
  /** How the image would start. */
  start: { user?: string; port?: number; signal?: string; health?: string[]; command?: string[] };
};
type Stages = Map<string, Stage>;

/** The stages with their steps, in the order of the file. */
function readDockerfile(text: string): Plan[] {
  const lines = text
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n');
  const stages: Plan[] = [];
  for (const line of lines.filter((one) => one.trim() !== '')) {
    const [, instruction, rest] = line.match(/^([A-Z]+)\s+(.*)$/) ?? [];
    const from = instruction === 'FROM' && rest!.match(/^(\S+) AS (\S+)$/);
    if (from) stages.push({ base: from[1]!, name: from[2]!, steps: [] });
    else if (instruction && stages.length > 0) stages.at(-1)!.steps.push([instruction, rest!]);
    else throw new Error(`Not understood: ${line}`);
  }
  return stages;
}

/** The patterns of .dockerignore, as far as it uses them. */
function ignored(): (path: string) => boolean {
  const patterns = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n').filter(Boolean);
  const asRegex = (pattern: string) =>
    pattern.replace(/[.]/g, '\\.').replace(/\*\*\/|\*/g, (star) => (star === '*' ? '[^/]*' : '(?:.*/)?'));
  const any = new RegExp(`^(?:${patterns.map(asRegex).join('|')})$`);
  return (path) => any.test(path);
}

const isIgnored = ignored();
const fromContext = (path: string) => !isIgnored(relative(root, path));

function copy(stage: Stage, rest: string, stages: Stages, withArgs: (text: string) => string): void {
  const words = rest.split(/\s+/);
  const from = words[0]!.startsWith('--from=') ? words.shift()!.slice('--from='.length) : undefined;
  const to = words.pop()!;
  const target = inStage(stage, to);
  for (const word of words.map(withArgs)) {
    const source = from ? join(stages.get(from)!.folder, word) : join(root, word);
    const isFolder = statSync(source).isDirectory();
    const destination = isFolder || !to.endsWith('/') ? target : join(target, basename(source));
    mkdirSync(isFolder ? destination : dirname(destination), { recursive: true });
    cpSync(source, destination, { recursive: true, verbatimSymlinks: true, ...(from ? {} : { filter: fromContext }) });
  }
}

const inStage = (stage: Stage, path: string) =>
  path.startsWith('/') ? join(stage.folder, path) : join(stage.folder, stage.cwd, path);

function run(stage: Stage, command: string): void {
  // Absolute paths mean the stage's; owners can be given by root alone.
  const here = command
    .replace(/(^|\s)\/(?=[a-z])/g, `$1${stage.folder}/`)
    .replace(/ -o 1000 -g 1000/, isRoot ? '$&' : '');
  const env = { ...process.env, ...stage.env, ...stage.args };
  const { status } = spawnSync('/bin/sh', ['-c', here], { cwd: inStage(stage, '.'), env, stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error(`${stage.name}: ${command} ended with ${status}`);
}

const pairs = (text: string) =>
  Object.fromEntries(text.split(/\s+/).map((pair) => pair.split('='))) as Record<string, string>;

/** Runs what a stage needs, and its own steps. */
function build(
  name: string,
  args: Record<string, string>,
  folder: string,
  stages: Plan[],
  done: Stages = new Map(),
): Stage {
  const plan = stages.find((stage) => stage.name === name)!;
  const needs = plan.steps.map(([, rest]) => rest.match(/^--from=(\S+)/)?.[1]).filter(Boolean);
  const parents = stages.filter((one) => one.name === plan.base || needs.includes(one.name));
  for (const parent of parents) if (!done.has(parent.name)) build(parent.name, args, folder, stages, done);
  const parent = done.get(plan.base);
  const own: Stage = { name, folder: join(folder, name), cwd: '/', env: {}, args: {}, start: {} };
  const stage = parent
    ? { ...parent, env: { ...parent.env }, args: { ...parent.args }, start: { ...parent.start }, name }
    : own;
  done.set(name, stage);
  const withArgs = (text: string) => text.replace(/\$(\w+)/g, (_, key: string) => stage.args[key] ?? '');
  const does = new Map<string, (rest: string) => unknown>(
    Object.entries({
      ARG: (rest) => (stage.args[rest] = args[rest] ?? ''),
      ENV: (rest) => Object.assign(stage.env, pairs(rest)),
      WORKDIR: (rest) => mkdirSync(inStage(stage, (stage.cwd = rest)), { recursive: true }),
      COPY: (rest) => copy(stage, rest, done, withArgs),
      RUN: (rest) => run(stage, rest),
      USER: (rest) => (stage.start.user = rest),
      EXPOSE: (rest) => (stage.start.port = Number(rest)),
      STOPSIGNAL: (rest) => (stage.start.signal = rest),
      HEALTHCHECK: (rest) => (stage.start.health = JSON.parse(rest.slice(rest.indexOf('CMD') + 3)) as string[]),
      CMD: (rest) => (stage.start.command = JSON.parse(rest) as string[]),
    } satisfies Record<string, (rest: string) => unknown>),
  );
  mkdirSync(stage.folder, { recursive: true });
  for (const [instruction, rest] of plan.steps) {
    const run = does.get(instruction);
    if (!run) throw new Error(`${instruction} is not known here`);
    run(rest);
  }
  return stage;
}

const [service, folder] = process.argv.slice(2);
if (!service || !folder) {
  console.error('Usage: tsx tools/deploy/image-steps.ts <service> <folder>');
  process.exit(1);
}
const stages = readDockerfile(readFileSync(join(root, 'deploy/Dockerfile'), 'utf8'));
const { start, ...stage } = build('service', { SERVICE: service }, resolve(folder), stages);
console.log(JSON.stringify({ ...stage, ...start }));
