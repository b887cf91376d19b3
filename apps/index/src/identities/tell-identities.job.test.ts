import type { identityUpdated, IdentityUpdated } from '@herald/contracts';
import { optimisticUpdates } from '@herald/persistence';
import { startForTest, type Tested } from '@herald/testing';
import type { IndexDeps } from '../deps';
import { service } from '../service';
import { blankIdentity, identities, type Identity } from './identity.model';
import { tellIdentities } from './tell-identities.job';

let herald: Tested;
let published: IdentityUpdated[];
let run: () => Promise<void>;
beforeAll(async () => {
  herald = await startForTest({ ...service, jobs: [] });
  const Identity = identities.model(herald.database('index'));
  const emit = async (_type: typeof identityUpdated, message: IdentityUpdated) => void published.push(message);
  const deps = { Identity, updateIdentity: optimisticUpdates(Identity), emit } as unknown as IndexDeps;
  run = async () => tellIdentities.run(deps, new AbortController().signal);
});
beforeEach(() => (published = []));
afterAll(() => herald?.stop());

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

async function store(uuid: string, fields: Partial<Identity>): Promise<void> {
  const identity = { ...blankIdentity(uuid, '1', minutesAgo(2)), dni: uuid, ...fields };
  await herald.database('index').collection('identities').insertOne(identity);
}

it('tells, once, what a process stored that ended before it told other services', async () => {
  await store('left', { is_untold: true, name: 'ana' });
  await store('told', {});
  await store('in progress', { is_untold: true, updated_at: minutesAgo(0) });
  await store('half merged', { is_untold: true, inherited: { email: 'ana@x.io' } });
  await run();
  expect(published).toMatchObject([{ uuid: 'left', dni: 'left', name: 'ana' }]);
  await run();
  expect(published).toHaveLength(1);
  const untold = await herald.database('index').collection('identities').distinct('uuid', { is_untold: true });
  expect(untold.sort()).toEqual(['half merged', 'in progress']);
});
