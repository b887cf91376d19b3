import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { titleOf, type Manifest } from './manifests';
import type { Toolchain } from './toolchain';

/** Kinds that are not Kubernetes' own. */
const packagesByGroup: Record<string, string> = {
  'keda.sh': '@kubernetes-models/keda',
  'gateway.networking.k8s.io': '@kubernetes-models/gateway-api',
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator',
};

const moduleOf = ({ apiVersion }: Manifest) =>
  `${packagesByGroup[apiVersion.split('/')[0]!] ?? 'kubernetes-models'}/${apiVersion}`;

type Model = new (data: Manifest) => { validate(): void };

/** Names values of a wrong type, by the JSON schemas of the kinds, for each set. */
export async function wrongTypes({ folder }: Toolchain, sets: Manifest[][]): Promise<string[][]> {
  const kinds = new Map(sets.flat().map((one) => [one.kind, `export { ${one.kind} } from '${moduleOf(one)}';`]));
  const path = join(folder, 'models.mjs');
  writeFileSync(path, [...kinds.values()].join('\n'));
  const models = (await import(pathToFileURL(path).href)) as Record<string, Model>;
  const faultsOf = (one: Manifest) => {
    try {
      new models[one.kind]!(one).validate();
      return [];
    } catch (error) {
      return [`types: ${titleOf(one)}: ${(error as Error).message}`];
    }
  };
  return sets.map((manifests) => manifests.flatMap(faultsOf));
}

const compilerOptions = {
  ...{ noEmit: true, strict: true, skipLibCheck: true, types: [] },
  ...{ module: 'preserve', moduleResolution: 'bundler', target: 'es2022' },
};

/**
 * Names unknown keys: the JSON schemas let them pass, but the compiler refuses them in literals of the kinds' types.
 * All sets are compiled together, because reading the types takes most of the time.
 */
export function unknownKeys({ folder }: Toolchain, sets: Manifest[][]): string[][] {
  const paths = sets.map((manifests, at) => {
    const path = join(folder, `rendered-${at}.ts`);
    writeFileSync(path, manifests.map(asLiteral).join('\n'));
    return path;
  });
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: paths }));
  const compiler = join(__dirname, '../../node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [compiler, '-p', folder, '--pretty', 'false'], {
    cwd: folder,
    encoding: 'utf8',
  });
  const errors = stdout.split('\n').filter((line) => line.includes('error TS'));
  return sets.map((manifests, at) =>
    errors
      .map((line) => /^rendered-(\d+)\.ts\((\d+),\d+\): error \w+: (.*)$/.exec(line))
      .filter((match) => Number(match?.[1]) === at)
      .map((match) => `keys: ${titleOf(manifests[Number(match![2]) - 1]!)}: ${match![3]}`),
  );
}

/** One manifest on a line of its own, so that an error's line names it. */
const asLiteral = (manifest: Manifest) =>
  `void (${JSON.stringify(manifest)} satisfies import('${moduleOf(manifest)}').I${manifest.kind});`;
