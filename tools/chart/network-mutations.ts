import { one, policyOf, remove, type Mutation } from './mutation';

export const networkMutations: Mutation[] = [
  {
    what: 'a component without a budget',
    invariant: 'budgets',
    spoil: (all) => remove(all, 'PodDisruptionBudget', 'company'),
  },
  {
    what: 'a budget that allows nothing',
    invariant: 'budgets',
    spoil: (all) => (one(all, 'PodDisruptionBudget', 'company').spec.maxUnavailable = 0),
  },
  {
    what: 'a budget of another component',
    invariant: 'budgets',
    spoil: (all) => {
      const { matchLabels } = one(all, 'PodDisruptionBudget', 'company').spec.selector;
      matchLabels!['app.kubernetes.io/component'] = 'gateway';
    },
  },
  {
    what: 'a component without a policy',
    invariant: 'policies',
    spoil: (all) => remove(all, 'NetworkPolicy', 'company'),
  },
  {
    what: 'a policy of all pods',
    invariant: 'policies',
    spoil: (all) => (policyOf(all, 'company').podSelector = {}),
  },
  {
    what: 'a service that the gateway does not reach',
    invariant: 'reachable',
    spoil: (all) => policyOf(all, 'company').ingress![0]!.from!.shift(),
  },
  {
    what: 'a call that its own policy forbids',
    invariant: 'reachable',
    spoil: (all) => {
      const policy = policyOf(all, 'notifications');
      policy.egress = policy.egress!.filter(({ ports }) => ports![0]!.port !== 8080);
    },
  },
  {
    what: 'a service that is open to all',
    invariant: 'closedToOthers',
    spoil: (all) => delete policyOf(all, 'company').ingress![0]!.from,
  },
  {
    what: 'a service that every pod of every namespace reaches',
    invariant: 'closedToOthers',
    spoil: (all) => policyOf(all, 'company').ingress![0]!.from!.push({ namespaceSelector: {} }),
  },
  {
    what: 'a service that connects to everything',
    invariant: 'closedToOthers',
    spoil: (all) => policyOf(all, 'company').egress!.push({}),
  },
];
