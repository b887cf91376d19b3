import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceName } from '@herald/contracts';
import { nginxDir } from '../deploy/nginx-services';
import { chartCatalog, type Catalog } from './catalog';
import type { Manifest } from './manifests';
import { migration } from './migrate-invariant';
import { budgets, closedToOthers, policies, reachable } from './network-invariants';
import { addresses, monitor, queues, references, scaling, selectors } from './reference-invariants';
import { startable } from './start-invariant';
import { everyService, knownSettings, noSecrets, probes, restricted, shutdown } from './workload-invariants';

/** What a set of values was meant to render. */
export type Context = {
  catalog: Catalog;
  /** The paths that the gateway answers itself. */
  gatewayPaths: string[];
  callersOf: (service: string) => string[];
  switchedOff: ServiceName[];
  /** The kinds that the values switch off. */
  without: string[];
};

/** Names what is wrong with all manifests of a release; nothing if all is well. */
export type Invariant = (manifests: Manifest[], context: Context) => string[];

export const invariants = {
  ...{ everyService, knownSettings, startable, noSecrets, probes, shutdown, restricted },
  migration,
  ...{ selectors, addresses, references, scaling, queues, monitor },
  ...{ budgets, policies, reachable, closedToOthers },
} satisfies Record<string, Invariant>;

export type InvariantName = keyof typeof invariants;

export function contextOf({ switchedOff = [], without = [] }: Partial<Context> = {}): Context {
  const gateway = readFileSync(join(nginxDir, 'nginx.conf'), 'utf8');
  const gatewayPaths = [...gateway.matchAll(/location = (\/\S+) \{/g)].map(([, path]) => path!);
  const catalog = chartCatalog();
  const callersOf = (service: string) =>
    catalog.services.filter(({ calls }) => calls.some((call) => call.service === service)).map(({ name }) => name);
  return { catalog, gatewayPaths, callersOf, switchedOff, without };
}

/** All problems, each with the name of its invariant. */
export function problemsIn(manifests: Manifest[], context: Context): string[] {
  return Object.entries(invariants).flatMap(([name, find]) =>
    find(manifests, context).map((problem) => `${name}: ${problem}`),
  );
}
