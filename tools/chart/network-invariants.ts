import type { Invariant } from './invariants';
import {
  componentOf,
  ofKind,
  selects,
  titleOf,
  type Labels,
  type Manifest,
  type Peer,
  type Traffic,
} from './manifests';

/** The pods of each workload are selected by one object of this kind, which selects nothing else. */
const onePerComponent = (
  kind: string,
  workloads: string[],
  selectorOf: (manifest: Manifest) => Manifest['spec']['podSelector'],
) => {
  const check: Invariant = (manifests, { without }) => {
    if (without.includes(kind)) return ofKind(manifests, kind).map((one) => `${titleOf(one)} was switched off`);
    const all = ofKind(manifests, kind);
    const owners = ofKind(manifests, ...workloads);
    const chosenBy = (one: Manifest) =>
      owners.filter(({ spec }) => selects(selectorOf(one), spec.template.metadata.labels));
    const bare = owners.filter((one) => all.filter((other) => chosenBy(other).includes(one)).length !== 1);
    const vague = all.filter(
      (one) => chosenBy(one).length !== 1 || componentOf(chosenBy(one)[0]!) !== componentOf(one),
    );
    return [
      ...bare.map((one) => `${titleOf(one)} has not exactly one ${kind}`),
      ...vague.map((one) => `${titleOf(one)} does not select its component alone`),
    ];
  };
  return check;
};

export const policies = onePerComponent('NetworkPolicy', ['Deployment', 'Job'], ({ spec }) => spec.podSelector);
const budgetEach = onePerComponent('PodDisruptionBudget', ['Deployment'], ({ spec }) => spec.selector);

/** Each component has a budget, and none blocks the drain of a node forever. */
export const budgets: Invariant = (manifests, context) => [
  ...budgetEach(manifests, context),
  ...ofKind(manifests, 'PodDisruptionBudget')
    .filter(({ spec: { maxUnavailable } }) => [undefined, 0, '0', '0%'].includes(maxUnavailable))
    .map((one) => `${titleOf(one)} allows no eviction`),
];

type Side = 'ingress' | 'egress';

/** The gateway reaches every service, a service those that it calls; and both ends of a connection allow it. */
export const reachable: Invariant = (manifests, { catalog, without }) => {
  if (without.includes('NetworkPolicy')) return [];
  const ends = ofKind(manifests, 'Deployment');
  const labelsOf = (name: string) => ends.find((one) => componentOf(one) === name)?.spec.template.metadata.labels;
  const policyOf = (name: string) => ofKind(manifests, 'NetworkPolicy').find((one) => componentOf(one) === name);
  const wanted = catalog.services.flatMap(({ name, calls }) => [
    { from: 'gateway', to: name as string },
    ...calls.map(({ service }) => ({ from: name as string, to: service as string })),
  ]);
  const allows = (name: string, side: Side, other: string) => {
    const rules = policyOf(name)?.spec[side] ?? [];
    return rules.some((rule) => hasPeer(rule, side, labelsOf(other)!) && rule.ports?.some(({ port }) => port === 8080));
  };
  return wanted
    .filter(({ from, to }) => labelsOf(from) && labelsOf(to))
    .filter(({ from, to }) => !allows(from, 'egress', to) || !allows(to, 'ingress', from))
    .map(({ from, to }) => `${from} does not reach ${to}`);
};

const hasPeer = (rule: Traffic, side: Side, labels: Labels) =>
  (side === 'ingress' ? rule.from : rule.to)?.some(
    ({ podSelector, namespaceSelector }) => podSelector && !namespaceSelector && selects(podSelector, labels),
  );

/** From outside, services are reached by the monitoring alone, and no pod connects to every port of every address. */
export const closedToOthers: Invariant = (manifests, { callersOf }) =>
  ofKind(manifests, 'NetworkPolicy').flatMap((policy) => {
    const { policyTypes, ingress = [], egress = [] } = policy.spec;
    const component = componentOf(policy)!;
    const allowed = ['gateway', ...callersOf(component)];
    const isKnown = ({ podSelector, namespaceSelector, ipBlock }: Peer) => {
      if (ipBlock) return false;
      if (namespaceSelector) return Object.keys(namespaceSelector.matchLabels ?? {}).length > 0;
      return allowed.includes(podSelector?.matchLabels?.['app.kubernetes.io/component'] ?? '');
    };
    const isOpen = component !== 'gateway' && ingress.some(({ from }) => !from?.length || !from.every(isKnown));
    const isComplete = ['Ingress', 'Egress'].every((type) => policyTypes.includes(type));
    const isWide = [...ingress, ...egress].some(({ ports }) => !ports?.length);
    return isOpen || !isComplete || isWide ? [`${titleOf(policy)} is open`] : [];
  });
