import type { InvariantName } from './invariants';
import { componentOf, ofKind, type Container, type Manifest } from './manifests';

/** A fault that its invariant must find in manifests that are sound before. */
export type Mutation = { what: string; invariant: InvariantName; spoil: (manifests: Manifest[]) => void };

export const one = (manifests: Manifest[], kind: string, component: string) =>
  ofKind(manifests, kind).find((manifest) => componentOf(manifest) === component)!;
export const podOf = (manifests: Manifest[], component: string) =>
  one(manifests, 'Deployment', component).spec.template.spec;
export const containerOf = (manifests: Manifest[], component: string): Container =>
  podOf(manifests, component).containers[0]!;
export const policyOf = (manifests: Manifest[], component: string) => one(manifests, 'NetworkPolicy', component).spec;

export function remove(manifests: Manifest[], kind: string, component: string): void {
  manifests.splice(manifests.indexOf(one(manifests, kind, component)), 1);
}

/** A copy of manifests with the fault in it. */
export function spoiled(manifests: Manifest[], { spoil }: Mutation): Manifest[] {
  const copy = structuredClone(manifests);
  spoil(copy);
  return copy;
}
