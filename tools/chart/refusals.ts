import { removedValues } from './catalog';

type Refusal = [what: string, set: string[], reason: string];

/** Values that the chart must refuse, beside the smallest ones, and the words that say why. */
export const refusals: Refusal[] = [
  ...(['MONGO_URL', 'AMQP_URL', 'SERVICE_JWT_SECRET'] as const).map((name): Refusal => [
    `no ${name}`,
    [`secrets.${name}=null`],
    `${name} of company is missing: put it into a Secret and name that in secrets.${name}`,
  ]),
  ['no mail server', ['secrets.SMTP_URL=null'], 'SMTP_URL of core-idp is missing'],
  ['no key for credentials', ['secrets.CREDENTIALS_SECRET=null'], 'CREDENTIALS_SECRET of notifications is missing'],
  ['no place for files', ['settings.STORAGE_URL=null'], 'STORAGE_URL of chronos is missing: set settings.STORAGE_URL'],
  ['no check of tokens', ['settings.AUTH_JWKS_URL=null'], 'One of AUTH_JWKS_URL, AUTH_PUBLIC_KEY, AUTH_JWT_SECRET'],
  ['a secret in plain', ['settings.MONGO_URL="mongodb://a"'], 'settings.MONGO_URL would be a secret in plain values'],
  [
    'a secret of one service in plain',
    ['services.notifications.settings.APNS_KEY="x"'],
    'settings.APNS_KEY would be a secret in plain values',
  ],
  ...Object.entries(removedValues()).map(([name, now]): Refusal => [`${name}, of other charts`, [`${name}=1`], now]),
  ['a folder in the pod', ['settings.STORAGE_URL="file:///tmp"'], 'would not outlive its pod'],
  [
    'one volume for two pods',
    ['services.chronos.volume={"enabled":true,"accessModes":["ReadWriteOnce"]}'],
    'can be mounted by one pod alone',
  ],
  [
    'a volume that is not used',
    ['services.chronos={"volume":{"enabled":true},"settings":{"STORAGE_URL":"s3://herald"}}'],
    'where STORAGE_URL does not point',
  ],
  ['queries without Prometheus', ['keda.enabled=true'], 'keda.prometheusAddress is missing'],
  [
    'autoscaling without a measure',
    ['defaults.autoscaling.enabled=true', 'defaults.resources.requests=null'],
    'resources.requests.cpu of company is missing',
  ],
  ['more pods than the most', ['services.audit.autoscaling.min=50'], 'autoscaling.min of audit is above its max'],
  ['an Ingress without a host', ['ingress.enabled=true'], 'ingress.hosts is missing'],
  ['a route without a Gateway', ['httpRoute.enabled=true'], 'httpRoute.parentRefs is missing'],
  // By values.schema.json.
  ['an unknown setting', ['settings.LOG_LEVLE="info"'], "additional properties 'LOG_LEVLE' not allowed"],
  ['a setting of another service', ['services.company.settings.SAPIEN_QUEUE=1'], "'SAPIEN_QUEUE' not allowed"],
  ['an unknown service', ['services.companies.replicas=1'], "additional properties 'companies' not allowed"],
  ['a queue of no consumer', ['services.campaigns.keda.queues.other=1'], "additional properties 'other' not allowed"],
  [
    'a drain that ends as soon as a kept connection',
    ['defaults.drainSeconds=8'],
    "at '/defaults/drainSeconds': minimum",
  ],
  ['a drain as a setting', ['settings.DRAIN_SECONDS=9'], "additional properties 'DRAIN_SECONDS' not allowed"],
  ['a wrong type', ['defaults.replicas="two"'], "at '/defaults/replicas': got string, want integer"],
  ['a volume of a service without files', ['services.company.volume.enabled=true'], "'volume' not allowed"],
];
