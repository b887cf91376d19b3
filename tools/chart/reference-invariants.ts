import { topologyOf } from '@herald/messaging';
import type { Invariant } from './invariants';
import { componentOf, named, ofKind, podsIn, selects, titleOf, type Manifest } from './manifests';
import { hasPort } from './workload-invariants';

/** Selectors find the pods of their own component alone, and ports lead to a port of a container. */
export const selectors: Invariant = (manifests, { switchedOff }) => {
  const pods = podsIn(manifests);
  const deployments = ofKind(manifests, 'Deployment')
    .filter(({ spec }) => !selects(spec.selector, spec.template.metadata.labels))
    .map((one) => `${titleOf(one)} does not select its own pods`);
  const lost = ofKind(manifests, 'Service').flatMap((service) => {
    const found = pods.filter(({ labels }) => selects({ matchLabels: service.spec.selector }, labels));
    const isOff = switchedOff.includes(componentOf(service) as never);
    const isFine = isOff
      ? found.length === 0
      : found.length === 1 && componentOf(found[0]!.owner) === componentOf(service);
    const leads = service.spec.ports.every(({ targetPort }) =>
      found.every(({ spec }) => hasPort(spec.containers[0]!, targetPort)),
    );
    return isFine && leads ? [] : [`${titleOf(service)} leads to ${found.map(({ owner }) => titleOf(owner)).join()}`];
  });
  return [...deployments, ...lost];
};

/** Addresses of services, in variables and in the gateway's configuration, are those of Services with that port. */
export const addresses: Invariant = (manifests, { catalog }) => {
  const isThere = (host: string, port: number) =>
    named(manifests, 'Service', host)?.spec.ports.some((one) => one.port === port) ?? false;
  const called = podsIn(manifests).flatMap(({ owner, spec }) =>
    (spec.containers[0]!.env ?? [])
      .map(({ name, value = '' }) => ({ name, url: /^http:\/\/([a-z0-9-]+)(?::(\d+))?$/.exec(value) }))
      .filter(({ name, url }) => name.endsWith('_URL') && url && !isThere(url[1]!, Number(url[2] ?? 80)))
      .map(({ name, url }) => `${titleOf(owner)}: ${name} leads to ${url![0]}`),
  );
  const gateway = ofKind(manifests, 'ConfigMap').find((one) => componentOf(one) === 'gateway');
  const upstreams = [...(gateway?.data?.['services.conf'] ?? '').matchAll(/upstream (\S+) .* server (\S+):(\d+) /g)];
  const wrong = catalog.services.filter(({ name }) => {
    const [, , host, port] = upstreams.find(([, upstream]) => upstream === name) ?? [];
    return !host || componentOf(named(manifests, 'Service', host) ?? gateway!) !== name || !isThere(host, Number(port));
  });
  return [...called, ...wrong.map(({ name }) => `The gateway does not lead to ${name}`)];
};

/** What names an object of the chart names one that is there. */
export const references: Invariant = (manifests) => {
  const lacks = (kind: string, name: string | undefined) => name !== undefined && !named(manifests, kind, name);
  // A claim of another name exists already.
  const isOwnAndLacking = (name: string | undefined, owner: Manifest) =>
    name === owner.metadata.name && lacks('PersistentVolumeClaim', name);
  const ofPods = podsIn(manifests).flatMap(({ owner, spec: { serviceAccountName, containers, volumes = [] } }) => {
    const mounts = containers.flatMap(({ volumeMounts = [] }) => volumeMounts);
    const faults = [
      lacks('ServiceAccount', serviceAccountName) ? serviceAccountName : undefined,
      ...mounts.map(({ name }) => name).filter((name) => !volumes.some((volume) => volume.name === name)),
      ...volumes.map(({ name }) => name).filter((name) => !mounts.some((mount) => mount.name === name)),
      ...volumes
        .map(({ persistentVolumeClaim: claim }) => claim?.claimName)
        .filter((name) => isOwnAndLacking(name, owner)),
    ];
    return faults.filter((name) => name !== undefined).map((name) => `${titleOf(owner)} names ${name}`);
  });
  const backends = ofKind(manifests, 'Ingress', 'HTTPRoute').flatMap((route) =>
    route.spec.rules
      .flatMap(({ http, backendRefs = [] }) => [
        ...(http?.paths ?? []).map(({ backend: { service } }) => ({ name: service.name, port: service.port.name })),
        ...backendRefs,
      ])
      .filter(({ name, port }) => {
        const service = named(manifests, 'Service', name);
        const hasPort = service?.spec.ports.some((one) => one.name === port || one.port === port);
        return !hasPort || componentOf(service!) !== 'gateway';
      })
      .map(({ name, port }) => `${titleOf(route)} leads to ${name}:${port}`),
  );
  return [...ofPods, ...backends];
};

/** A Deployment is scaled by one object at most, and has a number of replicas only without one. */
export const scaling: Invariant = (manifests) => {
  const scalers = ofKind(manifests, 'HorizontalPodAutoscaler', 'ScaledObject');
  const astray = scalers.filter(({ spec }) => !named(manifests, 'Deployment', spec.scaleTargetRef.name));
  const disputed = ofKind(manifests, 'Deployment').filter(({ metadata, spec }) => {
    const count = scalers.filter((one) => one.spec.scaleTargetRef.name === metadata.name).length;
    return count > 1 || (spec.replicas === undefined) !== (count === 1);
  });
  return [
    ...astray.map((one) => `${titleOf(one)} scales nothing`),
    ...disputed.map((one) => `${titleOf(one)} is scaled by several, or by none`),
  ];
};

/** KEDA watches queues that the service declares, as a user that it has. */
export const queues: Invariant = (manifests, { catalog }) =>
  ofKind(manifests, 'ScaledObject').flatMap((scaled) => {
    const service = catalog.services.find(({ name }) => name === componentOf(scaled));
    const env = named(manifests, 'Deployment', scaled.spec.scaleTargetRef.name)?.spec.template.spec.containers[0]!.env;
    const namespace = env?.find(({ name }) => name === 'NAMESPACE')?.value ?? 'herald';
    const own = service?.consumers.map((consumer) => topologyOf(namespace).queue(service.name, consumer)) ?? [];
    const triggers = scaled.spec.triggers.filter(({ type }) => type === 'rabbitmq');
    return triggers
      .filter(({ metadata: { queueName = '', mode }, authenticationRef }) => {
        const hasUser = named(manifests, 'TriggerAuthentication', authenticationRef?.name ?? '');
        return !own.includes(queueName) || mode !== 'QueueLength' || !hasUser;
      })
      .map(({ metadata }) => `${titleOf(scaled)} watches ${metadata.queueName}`);
  });

/** The monitor finds every Service but the gateway's, at the path and a port that they have. */
export const monitor: Invariant = (manifests, { catalog }) =>
  ofKind(manifests, 'ServiceMonitor').flatMap((one) => {
    const wrong = ofKind(manifests, 'Service').filter((service) => {
      const isWatched = selects(one.spec.selector, service.metadata.labels);
      const hasPorts = one.spec.endpoints.every(({ port }) => service.spec.ports.some(({ name }) => name === port));
      return isWatched === (componentOf(service) === 'gateway') || (isWatched && !hasPorts);
    });
    const paths = one.spec.endpoints.filter(({ path }) => path !== catalog.paths.metrics);
    return [
      ...wrong.map((service) => `${titleOf(one)}: ${titleOf(service)}`),
      ...paths.map(({ path }) => `asks ${path}`),
    ];
  });
