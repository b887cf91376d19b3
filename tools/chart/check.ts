/**
 * Checks the chart without a cluster: `npm run chart:check`. Lints and renders it with each set of values, holds the
 * manifests against their schemas and types and against the invariants, proves that each of these checks can fail, and
 * that the chart refuses what it must. `--write` stores the manifests that the tests of the invariants start from.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { stringify } from 'yaml';
import { chartDir } from './catalog';
import { contextOf, invariants, problemsIn } from './invariants';
import { componentOf, parseManifests, type Manifest } from './manifests';
import { spoiled } from './mutation';
import { mutations } from './mutations';
import { refusals } from './refusals';
import { lint, render, valueSets } from './render';
import { openToolchain, type Toolchain } from './toolchain';
import { unknownKeys, wrongTypes } from './type-check';

const storedPath = join(__dirname, 'manifests.fixture.yaml');
const [smallest, production] = valueSets.map(({ file }) => file) as [string, string];

async function check(toolchain: Toolchain): Promise<string[]> {
  const sets = valueSets.map((set) => ({ ...set, ...render(toolchain, set.file), context: contextOf(set) }));
  const refused = sets.flatMap(({ file, refusal }) => (refusal ? [`${file}: ${refusal}`] : []));
  if (refused.length > 0) return refused;
  const manifests = sets.map(({ text }) => parseManifests(text));
  const sound = manifests[1]!;
  const keys = unknownKeys(toolchain, [...manifests, [misspelt(sound)]]);
  const types = await wrongTypes(toolchain, [...manifests, [mistyped(sound)]]);
  const ofSets = sets.flatMap(({ file, context }, at) => {
    const found = [...problemsIn(manifests[at]!, context), ...keys[at]!, ...types[at]!];
    return [...found, lint(toolchain, file) ?? []].flat().map((problem) => `${file}: ${problem}`);
  });
  return [
    ...ofSets,
    ...(keys.at(-1)!.length > 0 ? [] : ['An unknown key is not found']),
    ...(types.at(-1)!.length > 0 ? [] : ['A wrong type is not found']),
    ...blindInvariants(sound),
    ...refusals.flatMap((refusal) => accepted(toolchain, refusal)),
    ...changing(toolchain, sets[1]!.text),
    ...(await stale(sound)),
  ];
}

/** A Deployment with a key that does not exist. */
function misspelt(manifests: Manifest[]): Manifest {
  const copy = structuredClone(manifests.find(({ kind }) => kind === 'Deployment')!);
  Object.assign(copy.spec.template.spec.containers[0]!, { livenesProbe: {} });
  return copy;
}

function mistyped(manifests: Manifest[]): Manifest {
  const copy = structuredClone(manifests.find(({ kind }) => kind === 'Deployment')!);
  Object.assign(copy.spec, { revisionHistoryLimit: '5' });
  return copy;
}

function blindInvariants(sound: Manifest[]): string[] {
  return mutations
    .filter((mutation) => invariants[mutation.invariant](spoiled(sound, mutation), contextOf()).length === 0)
    .map(({ what, invariant }) => `${invariant} does not find ${what}`);
}

function accepted(toolchain: Toolchain, [what, set, reason]: (typeof refusals)[number]): string[] {
  const { refusal = 'It is accepted' } = render(toolchain, smallest, set);
  return refusal.includes(reason) ? [] : [`${what} is not refused with "${reason}": ${refusal}`];
}

/** An upgrade without changes must change nothing: nothing is random. */
function changing(toolchain: Toolchain, text: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'herald-chart-'));
  cpSync(chartDir, folder, { recursive: true });
  const random = "kind: ConfigMap\napiVersion: v1\nmetadata: { name: x }\ndata: { x: '{{ randAlphaNum 9 }}' }\n";
  writeFileSync(join(folder, 'templates/random.yaml'), random);
  const [one, other] = [render(toolchain, production, [], folder), render(toolchain, production, [], folder)];
  rmSync(folder, { recursive: true });
  return [
    ...(render(toolchain, production).text === text ? [] : ['Two renders differ']),
    ...(one.text === other.text ? ['A random value is not found'] : []),
  ];
}

/** The tests of the invariants know these services. */
const storedComponents = ['gateway', 'company', 'notifications', 'migrate', 'test', 'metrics'];

async function stale(sound: Manifest[]): Promise<string[]> {
  const stored = sound.filter((one) => storedComponents.includes(componentOf(one)!));
  const text = `# Written by npm run chart:check -- --write, from the production example.\n${stored.map((one) => stringify(one)).join('---\n')}`;
  const formatted = await format(text, { ...(await resolveConfig(storedPath)), parser: 'yaml' });
  if (process.argv.includes('--write')) writeFileSync(storedPath, formatted);
  return readFileSync(storedPath, 'utf8') === formatted ? [] : ['Stale: npm run chart:check -- --write'];
}

void check(openToolchain()).then((problems) => {
  for (const problem of problems) console.error(problem);
  const checks = `${valueSets.length} sets of values, ${Object.keys(invariants).length} invariants`;
  console.log(`${checks}, ${mutations.length} mutations, ${refusals.length} refusals: ${problems.length} problems`);
  process.exit(problems.length > 0 ? 1 : 0);
});
