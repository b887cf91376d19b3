import { one, remove, type Mutation } from './mutation';

export const migrateMutations: Mutation[] = [
  { what: 'no migration', invariant: 'migration', spoil: (all) => remove(all, 'Job', 'migrate') },
  {
    what: 'a migration beside the pods',
    invariant: 'migration',
    spoil: (all) => delete one(all, 'Job', 'migrate').metadata.annotations!['helm.sh/hook'],
  },
  {
    what: 'a service that is not migrated',
    invariant: 'migration',
    spoil: (all) => one(all, 'Job', 'migrate').spec.template.spec.containers.shift(),
  },
  {
    what: 'a migration of another version',
    invariant: 'migration',
    spoil: (all) => (one(all, 'Job', 'migrate').spec.template.spec.containers[0]!.image = 'herald/company:0.0.9'),
  },
  {
    what: 'a migration of another database',
    invariant: 'migration',
    spoil: (all) => {
      const { env } = one(all, 'Job', 'migrate').spec.template.spec.containers[0]!;
      env!.find(({ name }) => name === 'MONGO_URL')!.valueFrom!.secretKeyRef!.name = 'other';
    },
  },
  {
    what: 'a container that serves instead of migrating',
    invariant: 'migration',
    spoil: (all) => one(all, 'Job', 'migrate').spec.template.spec.containers[0]!.command!.pop(),
  },
];
