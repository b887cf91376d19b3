import { keepAliveSeconds } from '../deploy/nginx-services';
import { isSecret } from './catalog';
import type { Invariant } from './invariants';
import { componentOf, ofKind, podsIn, titleOf, type Container, type PodSpec } from './manifests';

/** Every service has its Service and, unless it is switched off, its pods; and nothing else has. */
export const everyService: Invariant = (manifests, { catalog, switchedOff }) => {
  const expected = (kind: string) => [
    'gateway',
    ...catalog.services.map(({ name }) => name).filter((name) => kind === 'Service' || !switchedOff.includes(name)),
  ];
  return ['Deployment', 'Service'].flatMap((kind) => {
    const there = ofKind(manifests, kind).map((one) => componentOf(one) ?? '');
    const missing = expected(kind).filter((name) => there.filter((one) => one === name).length !== 1);
    const unknown = there.filter((name) => !expected(kind).includes(name as never));
    return [...missing, ...unknown].map((name) => `${kind} of ${name}: not exactly one, or not a component`);
  });
};

/** What the chart sets by values of its own. */
const ofTheChart = ['DRAIN_SECONDS', 'NODE_EXTRA_CA_CERTS'];

/** A process reads every variable that it is given, and has what it does not start without. */
export const knownSettings: Invariant = (manifests, { catalog }) =>
  ofKind(manifests, 'Deployment').flatMap((deployment) => {
    const service = catalog.services.find(({ name }) => name === componentOf(deployment));
    const env = deployment.spec.template.spec.containers[0]!.env ?? [];
    const names = env.map(({ name }) => name);
    const addresses = service?.calls.map(({ setting }) => setting) ?? [];
    const known = service ? [...service.settings, ...addresses, ...ofTheChart] : catalog.gatewaySettings;
    const missing = [...(service?.needed ?? []), ...addresses].filter((name) => !names.includes(name));
    const hasTokenKey = !service || catalog.tokenKeySettings.some((name) => names.includes(name));
    return [
      ...names.filter((name) => !known.includes(name)).map((name) => `does not know ${name}`),
      ...names.filter((name, at) => names.indexOf(name) !== at).map((name) => `has ${name} twice`),
      ...missing.map((name) => `lacks ${name}`),
      ...(hasTokenKey ? [] : ['cannot check tokens']),
      ...env.filter(({ value, valueFrom }) => !value && !valueFrom).map(({ name }) => `has ${name} empty`),
    ].map((problem) => `${titleOf(deployment)} ${problem}`);
  });

const credentials = /:\/\/[^\s/"@]*:[^\s/"@]+@|-----BEGIN [A-Z ]*PRIVATE KEY/;

/** Secrets are named, never contained. */
export const noSecrets: Invariant = (manifests) => {
  const inline = podsIn(manifests).flatMap(({ owner, spec }) =>
    allContainers(spec)
      .flatMap(({ env = [] }) => env)
      .filter(({ name, valueFrom }) => isSecret(name) && !valueFrom?.secretKeyRef?.name)
      .map(({ name }) => `${titleOf(owner)} has ${name} inline`),
  );
  const secrets = ofKind(manifests, 'Secret').map((one) => `${titleOf(one)} is made by the chart`);
  const contained = manifests.filter((one) => credentials.test(JSON.stringify(one)));
  return [...inline, ...secrets, ...contained.map((one) => `${titleOf(one)} contains credentials`)];
};

/** Each kind of probe is there and asks a route that exists. */
export const probes: Invariant = (manifests, { catalog, gatewayPaths }) =>
  ofKind(manifests, 'Deployment').flatMap((deployment) => {
    const isGateway = componentOf(deployment) === 'gateway';
    const { live, ready } = catalog.paths;
    const container = deployment.spec.template.spec.containers[0]!;
    const expected = { startupProbe: [live], livenessProbe: [live], readinessProbe: [ready] };
    return Object.entries(expected).flatMap(([kind, servicePaths]) => {
      const asked = container[kind as keyof typeof expected]?.httpGet;
      const paths = isGateway ? gatewayPaths : servicePaths;
      const isFine = asked && paths.includes(asked.path as never) && hasPort(container, asked.port);
      return isFine ? [] : [`${titleOf(deployment)}: ${kind} asks ${asked?.path} at ${asked?.port}`];
    });
  });

export const hasPort = ({ ports = [] }: Container, port: string | number) =>
  ports.some(({ name, containerPort }) => name === port || containerPort === port);

/**
 * A pod serves on until traffic is led elsewhere, services by themselves and nginx asleep, and is not killed before its
 * process would have ended by itself.
 */
export const shutdown: Invariant = (manifests, { catalog }) =>
  ofKind(manifests, 'Deployment').flatMap((deployment) => {
    const { terminationGracePeriodSeconds: grace = 30, containers } = deployment.spec.template.spec;
    const { env = [], lifecycle } = containers[0]!;
    const isGateway = componentOf(deployment) === 'gateway';
    const drain = Number(env.find(({ name }) => name === 'DRAIN_SECONDS')?.value ?? 0);
    const sleep = lifecycle?.preStop?.sleep?.seconds ?? 0;
    // A service ends the second half of its drain without a listener.
    const lasts = isGateway ? sleep : drain / 2;
    const isDrained = lasts > keepAliveSeconds;
    const isKilled = grace <= sleep + drain + catalog.stopSeconds;
    return [
      ...(isDrained ? [] : [`serves known connections for ${lasts} s at its end, while the gateway keeps them longer`]),
      ...(isKilled ? [`is killed after ${grace} s, ${sleep + drain} s of them before its stop`] : []),
    ].map((problem) => `${titleOf(deployment)} ${problem}`);
  });

const allContainers = ({ containers, initContainers = [] }: PodSpec) => [...containers, ...initContainers];

/** The restricted profile of the pod security standards, and a file system that cannot be written. */
export const restricted: Invariant = (manifests) =>
  podsIn(manifests).flatMap(({ owner, spec }) => {
    const pod = spec.securityContext;
    const faults = [
      [!pod?.runAsNonRoot || !pod.runAsUser, 'may run as root'],
      [pod?.seccompProfile?.type !== 'RuntimeDefault', 'has no seccomp profile'],
      [spec.hostNetwork || spec.hostPID || spec.volumes?.some(({ hostPath }) => hostPath), 'reaches into its node'],
      [spec.automountServiceAccountToken !== false, 'has a token of the API server'],
      [allContainers(spec).some((one) => !isConfined(one)), 'has a container that is not confined'],
      [!allContainers(spec).every(({ image }) => /:[^:/]+$/.test(image)), 'has an image without a tag'],
    ] as const;
    return faults.filter(([is]) => is).map(([, fault]) => `${titleOf(owner)} ${fault}`);
  });

function isConfined({ securityContext: context }: Container): boolean {
  const { drop = [], add = [] } = context?.capabilities ?? {};
  if (!drop.includes('ALL') || add.length > 0) return false;
  return !context?.privileged && context?.allowPrivilegeEscalation === false && context.readOnlyRootFilesystem === true;
}
