import type { Invariant } from './invariants';
import { componentOf, ofKind, titleOf, type Container } from './manifests';

const hooks = 'pre-install,pre-upgrade';

/** One Job migrates the database of every service that runs, with its image and address, before any pod starts. */
export const migration: Invariant = (manifests, { catalog, switchedOff, without }) => {
  const jobs = ofKind(manifests, 'Job');
  if (without.includes('Job')) return jobs.map((one) => `${titleOf(one)} was switched off`);
  if (jobs.length !== 1) return [`${jobs.length} Jobs migrate`];
  const [job] = jobs;
  const { containers } = job!.spec.template.spec;
  const deploymentOf = (name: string) => ofKind(manifests, 'Deployment').find((one) => componentOf(one) === name);
  const expected = catalog.services.map(({ name }) => name).filter((name) => !switchedOff.includes(name));
  const faults = [
    ...(job!.metadata.annotations?.['helm.sh/hook'] === hooks ? [] : ['is no hook before installs and upgrades']),
    ...expected
      .filter((name) => {
        const own = containers.filter((one) => one.name === name);
        const served = deploymentOf(name)?.spec.template.spec.containers[0];
        return own.length !== 1 || !served || partOf(own[0]!) !== partOf(served);
      })
      .map((name) => `does not migrate ${name} as it runs`),
    ...containers
      .filter(({ command }) => command?.at(-1) !== 'migrate')
      .map(({ name }) => `runs something else for ${name}`),
  ];
  return faults.map((fault) => `${titleOf(job!)} ${fault}`);
};

/** What decides on the database and the schema. */
const partOf = ({ image, env = [] }: Container) =>
  JSON.stringify([image, ...['MONGO_URL', 'NAMESPACE'].map((setting) => env.find(({ name }) => name === setting))]);
