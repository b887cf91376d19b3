import { containerOf, one, podOf, remove, type Mutation } from './mutation';

export const referenceMutations: Mutation[] = [
  {
    what: 'a Service that selects nothing',
    invariant: 'selectors',
    spoil: (all) => (one(all, 'Service', 'company').spec.selector['app.kubernetes.io/component'] = 'companies'),
  },
  {
    what: 'a Service that selects all pods',
    invariant: 'selectors',
    spoil: (all) => delete one(all, 'Service', 'company').spec.selector['app.kubernetes.io/component'],
  },
  {
    what: 'a Service that leads to no port',
    invariant: 'selectors',
    spoil: (all) => (one(all, 'Service', 'gateway').spec.ports[0]!.targetPort = 80),
  },
  {
    what: 'an address of no service',
    invariant: 'addresses',
    spoil: (all) => {
      const address = containerOf(all, 'notifications').env!.find(({ name }) => name === 'COMPANY_URL')!;
      address.value = 'http://company:8080';
    },
  },
  {
    what: 'a gateway that leads to another service',
    invariant: 'addresses',
    spoil: (all) => {
      const { data } = one(all, 'ConfigMap', 'gateway');
      data!['services.conf'] = data!['services.conf']!.replace(/server (\S+)-company:/, 'server $1-notifications:');
    },
  },
  {
    what: 'a missing service account',
    invariant: 'references',
    spoil: (all) => remove(all, 'ServiceAccount', 'company'),
  },
  {
    what: 'a mount without its volume',
    invariant: 'references',
    spoil: (all) => podOf(all, 'company').volumes!.pop(),
  },
  {
    what: 'an Ingress past the gateway',
    invariant: 'references',
    spoil: (all) => {
      const company = one(all, 'Service', 'company').metadata.name;
      one(all, 'HTTPRoute', 'gateway').spec.rules[0]!.backendRefs = [{ name: company, port: 8080 }];
    },
  },
  {
    what: 'replicas beside an autoscaler',
    invariant: 'scaling',
    spoil: (all) => (one(all, 'Deployment', 'company').spec.replicas = 2),
  },
  {
    what: 'two autoscalers',
    invariant: 'scaling',
    spoil: (all) => {
      const { name } = one(all, 'Deployment', 'notifications').metadata;
      one(all, 'HorizontalPodAutoscaler', 'company').spec.scaleTargetRef.name = name;
    },
  },
  {
    what: 'a queue that does not exist',
    invariant: 'queues',
    spoil: (all) => {
      const { triggers } = one(all, 'ScaledObject', 'notifications').spec;
      triggers.find(({ type }) => type === 'rabbitmq')!.metadata.queueName = 'herald.notifications.push.batch';
    },
  },
  {
    what: 'a queue watched without a user',
    invariant: 'queues',
    spoil: (all) => remove(all, 'TriggerAuthentication', 'notifications'),
  },
  {
    what: 'a monitor of the gateway',
    invariant: 'monitor',
    spoil: (all) => (one(all, 'ServiceMonitor', 'metrics').spec.selector.matchExpressions = []),
  },
  {
    what: 'a monitor of another path',
    invariant: 'monitor',
    spoil: (all) => (one(all, 'ServiceMonitor', 'metrics').spec.endpoints[0]!.path = '/'),
  },
];
