import { parseAllDocuments } from 'yaml';

/** The parts of rendered manifests that the invariants look at. */
export type Labels = Record<string, string>;
export type EnvVar = { name: string; value?: string; valueFrom?: { secretKeyRef?: { name: string; key: string } } };
type Probe = { httpGet?: { path: string; port: string | number }; periodSeconds?: number };
export type Container = {
  name: string;
  image: string;
  command?: string[];
  env?: EnvVar[];
  ports?: { name: string; containerPort: number }[];
  startupProbe?: Probe;
  livenessProbe?: Probe;
  readinessProbe?: Probe;
  lifecycle?: { preStop?: { sleep?: { seconds: number } } };
  securityContext?: {
    allowPrivilegeEscalation?: boolean;
    readOnlyRootFilesystem?: boolean;
    privileged?: boolean;
    capabilities?: { drop?: string[]; add?: string[] };
  };
  volumeMounts?: { name: string; mountPath: string; subPath?: string }[];
};
export type PodSpec = {
  serviceAccountName?: string;
  automountServiceAccountToken?: boolean;
  hostNetwork?: boolean;
  hostPID?: boolean;
  securityContext?: { runAsNonRoot?: boolean; runAsUser?: number; seccompProfile?: { type: string } };
  terminationGracePeriodSeconds?: number;
  containers: Container[];
  initContainers?: Container[];
  volumes?: {
    name: string;
    hostPath?: object;
    configMap?: { name: string };
    persistentVolumeClaim?: { claimName: string };
  }[];
};
type Selector = {
  matchLabels?: Labels;
  matchExpressions?: { key: string; operator: string; values: string[] }[];
};
export type Peer = { podSelector?: Selector; namespaceSelector?: Selector; ipBlock?: object };
export type Traffic = { ports?: { port: number | string }[]; from?: Peer[]; to?: Peer[] };
export type Target = { kind?: string; name: string };
export type Manifest = {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels: Labels; annotations?: Labels };
  data?: Record<string, string>;
  spec: PodSpec & {
    replicas?: number;
    selector: Selector & Labels;
    template: { metadata: { labels: Labels }; spec: PodSpec };
    ports: { name: string; port: number; targetPort: string | number }[];
    scaleTargetRef: Target;
    triggers: { type: string; metadata: Record<string, string>; authenticationRef?: Target }[];
    maxUnavailable?: number | string;
    podSelector: Selector;
    policyTypes: string[];
    ingress?: Traffic[];
    egress?: Traffic[];
    endpoints: { port: string; path: string }[];
    rules: {
      http?: { paths: { backend: { service: { name: string; port: { name: string } } } }[] };
      backendRefs?: { name: string; port: number }[];
    }[];
  };
};

export function parseManifests(text: string): Manifest[] {
  return parseAllDocuments(text)
    .map((document) => document.toJS() as Manifest | null)
    .filter((manifest) => manifest !== null);
}

export const ofKind = (manifests: Manifest[], ...kinds: string[]) =>
  manifests.filter(({ kind }) => kinds.includes(kind));

export const componentOf = ({ metadata }: Manifest) => metadata.labels['app.kubernetes.io/component'];

export const named = (manifests: Manifest[], kind: string, name: string) =>
  manifests.find((one) => one.kind === kind && one.metadata.name === name);

export function selects({ matchLabels = {}, matchExpressions = [] }: Selector, labels: Labels): boolean {
  const hasAll = Object.entries(matchLabels).every(([key, value]) => labels[key] === value);
  const isNotIn = matchExpressions.every(({ key, values }) => !values.includes(labels[key] ?? ''));
  return hasAll && isNotIn;
}

/** Pods by the manifest that makes them. */
export function podsIn(manifests: Manifest[]): { owner: Manifest; labels: Labels; spec: PodSpec }[] {
  return ofKind(manifests, 'Deployment', 'Pod', 'Job').map((owner) => {
    if (owner.kind === 'Pod') return { owner, labels: owner.metadata.labels, spec: owner.spec };
    return { owner, labels: owner.spec.template.metadata.labels, spec: owner.spec.template.spec };
  });
}

/** `kind/name`, as operators write it. */
export const titleOf = ({ kind, metadata }: Manifest) => `${kind}/${metadata.name}`;
