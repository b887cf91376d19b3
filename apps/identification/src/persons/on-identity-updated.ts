import { identityUpdated, mergeNewer, normalDni, type FieldSaid, type IdentityUpdated } from '@herald/contracts';
import { consumer } from '@herald/messaging';
import { updateMatching } from '@herald/persistence';
import type { IdentificationDeps } from '../deps';
import { provenanceOf, type Person, type PersonBody } from './person.model';
import { savePerson } from './save-person';

/**
 * Takes over what the index knows of a person, with the source of each value. A person that no device reported is
 * stored and not shown: a device must not be the first source of a person that operators know.
 */
export const onIdentityUpdated = consumer({
  name: 'on-identity-updated',
  on: identityUpdated,
  prefetch: 200,
  async handle(identity, deps: IdentificationDeps) {
    await expectNews(identity, deps);
    if (identity.dni === undefined) return;
    const key = { company_id: identity.company_id, dni: normalDni(identity.dni) };
    const change = (person: Person) => mergeIdentity(person, identity);
    const create = () => mergeIdentity(unreportedPerson(identity), identity);
    const at = new Date(identity.updated_at);
    const isRefused = async () => {
      const erased = await deps.erasedAt(key.company_id, { dni: key.dni });
      return erased !== undefined && at <= erased;
    };
    await savePerson(key, { at, isRefused, change, create: provenAt(identity) && create }, deps);
  },
});

/** Last write wins: the person's device must be able to repeat what was changed after its report. */
async function expectNews({ company_id, dni, email, updated_at }: IdentityUpdated, { Device }: IdentificationDeps) {
  const persons = [dni && normalDni(dni), email].filter((one) => one !== undefined);
  const reportedBefore = { last_of: { $in: persons }, company_id, person_at: { $lt: new Date(updated_at) } };
  await updateMatching(Device, reportedBefore, { $unset: { last_of: 1 }, $inc: { revision: 1 } });
}

const namesInIndex = { name: 'name', lastname: 'last_name', email: 'email', phone: 'phone_number' } as const;

type Field = keyof typeof namesInIndex;

function unreportedPerson({ updated_at }: IdentityUpdated): PersonBody {
  const blank = { name: '', lastname: '', email: '', phone: '', status: true, apple_users_id: [] };
  return { ...blank, said: {}, reported_at: new Date(updated_at), is_unreported: true };
}

/** Merges the newer values of an identity into a person; returns the same person for no change. */
function mergeIdentity<Known extends PersonBody>(person: Known, identity: IdentityUpdated): Known {
  const { updated_at, said = {} } = identity;
  const merged = (Object.keys(namesInIndex) as Field[]).reduce<Known>((known, field) => {
    const { at, device, since }: FieldSaid = said[namesInIndex[field]] ?? { at: updated_at };
    const times = { at: new Date(at), ...(since === undefined ? {} : { since: new Date(since) }) };
    const isCleared = said[namesInIndex[field]] !== undefined;
    const fields = { [field]: identity[namesInIndex[field]] ?? (isCleared ? '' : undefined) };
    const { taken, ...now } = mergeNewer<Pick<PersonBody, Field>>(known, provenanceOf(known), {
      fields,
      ...times,
      device,
    });
    if (taken.length === 0) return known;
    const reported_at = times.at > known.reported_at ? times.at : known.reported_at;
    return { ...known, ...now.known, said: now.said, unproven: now.unproven, reported_at };
  }, person);
  const provenTime = provenAt(identity);
  const isKnownBefore = person.first_device && provenTime && provenTime < person.first_device.at;
  return isKnownBefore ? { ...merged, first_device: undefined } : merged;
}

/** The time of the oldest value that an operator or a proof reported. */
function provenAt({ said, updated_at, ...values }: IdentityUpdated): Date | undefined {
  const names = (['dni', ...Object.values(namesInIndex)] as const).filter((name) => values[name] !== undefined);
  const proven = names.map((name) => said?.[name] ?? { at: updated_at }).filter(({ device }) => device === undefined);
  const times = proven.map(({ at }) => new Date(at).getTime());
  return times.length > 0 ? new Date(Math.min(...times)) : undefined;
}
