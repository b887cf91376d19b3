import { containerOf, one, podOf, remove, type Mutation } from './mutation';

export const workloadMutations: Mutation[] = [
  { what: 'a service without pods', invariant: 'everyService', spoil: (all) => remove(all, 'Deployment', 'company') },
  {
    what: 'two Services of one service',
    invariant: 'everyService',
    spoil: (all) => all.push(structuredClone(one(all, 'Service', 'company'))),
  },
  {
    what: 'a setting that is not read',
    invariant: 'knownSettings',
    spoil: (all) => containerOf(all, 'company').env!.push({ name: 'SAPIEN_THREADS', value: '2' }),
  },
  {
    what: 'a needed setting that is not there',
    invariant: 'knownSettings',
    spoil: (all) => {
      const container = containerOf(all, 'notifications');
      container.env = container.env!.filter(({ name }) => name !== 'CREDENTIALS_SECRET');
    },
  },
  {
    what: 'an unknown setting of the gateway',
    invariant: 'knownSettings',
    spoil: (all) => (containerOf(all, 'gateway').env = [{ name: 'OIDC_SECRET', value: 'x' }]),
  },
  {
    what: 'a setting with a wrong value',
    invariant: 'startable',
    spoil: (all) => containerOf(all, 'notifications').env!.push({ name: 'PUSH_IN_FLIGHT', value: '1e+06' }),
  },
  {
    what: 'keys over plain HTTP',
    invariant: 'startable',
    spoil: (all) => {
      const keys = containerOf(all, 'company').env!.find(({ name }) => name === 'AUTH_JWKS_URL')!;
      keys.value = 'http://login.example.com/keys';
    },
  },
  {
    what: 'an issuer without a client',
    invariant: 'startable',
    spoil: (all) => {
      const container = containerOf(all, 'gateway');
      container.env = container.env!.filter(({ name }) => name !== 'OIDC_CLIENT_ID');
    },
  },
  {
    what: 'a secret as a value',
    invariant: 'noSecrets',
    spoil: (all) => {
      const secret = containerOf(all, 'company').env!.find(({ name }) => name === 'SERVICE_JWT_SECRET')!;
      Object.assign(secret, { value: 'secret', valueFrom: undefined });
    },
  },
  {
    what: 'a password in an address',
    invariant: 'noSecrets',
    spoil: (all) => containerOf(all, 'company').env!.push({ name: 'PUBLIC_URL', value: 'https://user:password@host' }),
  },
  {
    what: 'a Secret of the chart',
    invariant: 'noSecrets',
    spoil: (all) => all.push({ ...structuredClone(one(all, 'ServiceAccount', 'company')), kind: 'Secret' }),
  },
  {
    what: 'a probe of a path that does not exist',
    invariant: 'probes',
    spoil: (all) => (containerOf(all, 'company').readinessProbe!.httpGet!.path = '/healthz'),
  },
  {
    what: 'a probe of another port',
    invariant: 'probes',
    spoil: (all) => (containerOf(all, 'gateway').livenessProbe!.httpGet!.port = 9090),
  },
  { what: 'no start-up probe', invariant: 'probes', spoil: (all) => delete containerOf(all, 'company').startupProbe },
  {
    what: 'a liveness that depends on the stores',
    invariant: 'probes',
    spoil: (all) => (containerOf(all, 'company').livenessProbe!.httpGet!.path = '/health/ready'),
  },
  {
    what: 'a grace period that ends with the drain',
    invariant: 'shutdown',
    spoil: (all) => (podOf(all, 'company').terminationGracePeriodSeconds = 30),
  },
  {
    what: 'a service that does not drain',
    invariant: 'shutdown',
    spoil: (all) => {
      const container = containerOf(all, 'company');
      container.env = container.env!.filter(({ name }) => name !== 'DRAIN_SECONDS');
    },
  },
  {
    what: 'a drain that ends as soon as a kept connection',
    invariant: 'shutdown',
    spoil: (all) => (containerOf(all, 'company').env!.find(({ name }) => name === 'DRAIN_SECONDS')!.value = '8'),
  },
  {
    what: 'a gateway that stops at once',
    invariant: 'shutdown',
    spoil: (all) => delete containerOf(all, 'gateway').lifecycle,
  },
  {
    what: 'a pod that may run as root',
    invariant: 'restricted',
    spoil: (all) => (podOf(all, 'company').securityContext!.runAsNonRoot = false),
  },
  {
    what: 'a pod without a seccomp profile',
    invariant: 'restricted',
    spoil: (all) => delete podOf(all, 'gateway').securityContext!.seccompProfile,
  },
  {
    what: 'a container that keeps capabilities',
    invariant: 'restricted',
    spoil: (all) => (containerOf(all, 'company').securityContext!.capabilities = { drop: ['ALL'], add: ['NET_RAW'] }),
  },
  {
    what: 'a test pod that writes to its file system',
    invariant: 'restricted',
    spoil: (all) => (one(all, 'Pod', 'test').spec.containers[0]!.securityContext!.readOnlyRootFilesystem = false),
  },
  {
    what: 'a token of the API server',
    invariant: 'restricted',
    spoil: (all) => delete podOf(all, 'company').automountServiceAccountToken,
  },
];
