import type { IdentityUpdated } from '@herald/contracts';
import type { IndexDeps } from '../deps';
import { report } from '../report.fixture';
import { blankIdentity, type Identity } from './identity.model';
import { saveReportedIdentity } from './save-reported-identity';

/** An identity that is known by its e-mail, in memory; messages fail as long as `isBroken`. */
function known() {
  let stored: Identity = { ...blankIdentity('uuid', '1', new Date(0)), email: 'eva@x.io', name: 'eva' };
  const published: IdentityUpdated[] = [];
  const state = { isBroken: true, published, stored: () => stored };
  const deps = {
    findIdentity: async ({ dni, email }: Partial<Identity>) =>
      (dni !== undefined && dni === stored.dni) || (email !== undefined && email === stored.email) ? stored : undefined,
    updateIdentity: async (_key: unknown, change: (identity: Identity) => Identity) => {
      const before = stored;
      stored = change(before);
      return { before, after: stored };
    },
    emit: async (_type: unknown, message: IdentityUpdated) => {
      if (state.isBroken) throw new Error('killed');
      published.push(message);
    },
    erasedAt: async () => undefined,
  };
  return { state, deps: deps as unknown as IndexDeps };
}

it('tells what a report joined, also where the process ended between the record and the message', async () => {
  const { state, deps } = known();
  const joining = report(2, { person: { dni: '3', email: 'eva@x.io' } });
  await expect(saveReportedIdentity(joining, deps)).rejects.toThrow('killed');
  expect(state.stored().dni).toBe('3');
  state.isBroken = false;
  await saveReportedIdentity(joining, deps);
  expect(state.published).toMatchObject([{ dni: '3', name: 'eva' }]);
  expect(state.stored()).not.toHaveProperty('is_untold');
  await saveReportedIdentity(joining, deps);
  expect(state.published).toHaveLength(1);
});
