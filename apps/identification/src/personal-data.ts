import type { Update } from '@herald/persistence';
import { blocks, erases, keeps, removes, replaces, type Holding, type Subject, type Work } from '@herald/subjects';
import type { IdentificationDeps } from './deps';
import { devices, type Device } from './devices/device.model';
import { legalHolds, type LegalHold } from './holds/legal-hold.model';
import { persons, type Person } from './persons/person.model';

type Erasing = Work<IdentificationDeps>;

const ownPersons = ({ company_id, dnis }: Subject) => [{ dni: { $in: dnis }, company_id }];

const ownDevices = ({ company_id, dnis, core_ids }: Subject) => [
  { core_id: { $in: core_ids }, company_id },
  { person_dni: { $in: dnis }, company_id },
];

/** What the person's devices said of others: it stays, without the device. */
const saidOfOthers: Holding<IdentificationDeps> = erases(persons, {
  fields: ['unproven', 'first_device', 'claims'],
  copy: { none: 'It is data of other persons.' },
  async erase(subject, { deps, hash, pause }: Erasing) {
    const { company_id, core_ids } = subject;
    const named = await deps.Device.find({ core_id: { $in: core_ids }, company_id }, { said_dni: 1 }).lean();
    const dnis = named.flatMap(({ said_dni }) => said_dni ?? []);
    const wanted: Update<Person>['filter'][] = [
      { 'claims.core_id': { $in: core_ids }, company_id },
      { 'first_device.core_id': { $in: core_ids }, company_id },
      { dni: { $in: dnis }, company_id },
    ];
    let changed = 0;
    for (const filter of wanted)
      for (const { dni } of await deps.Person.find(filter, { dni: 1 }).lean()) {
        pause();
        const { before, after } = await deps.updatePerson(
          { company_id, dni },
          (person) => person && withoutDevices(person, new Set(core_ids), hash),
        );
        if (before !== after) changed++;
      }
    return { found: changed, changed };
  },
});

/** The same person if none of the devices is named. */
function withoutDevices(person: Person, coreIds: Set<string>, hash: (value: string) => string): Person {
  const { claims = [], first_device, unproven = {} } = person;
  const holders = Object.entries(unproven);
  const isNamed =
    claims.some(({ core_id }) => coreIds.has(core_id)) ||
    (first_device && coreIds.has(first_device.core_id)) ||
    holders.some(([, { core_id }]) => coreIds.has(core_id));
  if (!isNamed) return person;
  const hidden = <T extends { core_id: string }>(one: T): T =>
    coreIds.has(one.core_id) ? { ...one, core_id: hash(one.core_id) } : one;
  return {
    ...person,
    claims: claims.filter(({ core_id }) => !coreIds.has(core_id)),
    ...(first_device ? { first_device: hidden(first_device) } : {}),
    unproven: Object.fromEntries(holders.map(([name, holder]) => [name, hidden(holder)])),
  };
}

/** A device may have named the person without proof: it is not the person's, and forgets the name. */
const namedWithoutProof = replaces<Device, IdentificationDeps>(devices, {
  fields: ['said_dni', 'last_of', 'reports'],
  find: ({ company_id, dnis, emails }) => [
    { said_dni: { $in: dnis }, company_id },
    { last_of: { $in: [...dnis, ...emails] }, company_id },
  ],
  copy: { none: 'The devices are of other persons.' },
  replace: () => ({ $unset: { said_dni: 1, last_of: 1, reports: 1 }, $inc: { revision: 1 } }),
});

export const personalData: Holding<IdentificationDeps>[] = [
  saidOfOthers,
  removes<Person, IdentificationDeps>(persons, {
    find: ownPersons,
    copy: {
      title: { en: 'Person', es: 'Persona' },
      withheld: {
        claims: 'What devices of others said.',
        unproven: 'Names the devices of others.',
        first_device: 'May name a device of another person.',
      },
    },
    handles: ({ email, unproven }) => ({ emails: email && !unproven?.email ? [email] : [] }),
  }),
  removes<Device, IdentificationDeps>(devices, {
    find: ownDevices,
    copy: {
      title: { en: 'Devices', es: 'Dispositivos' },
      withheld: { reports: 'Digests, from which nothing can be read.', said_dni: 'It may be of another person.' },
    },
    handles: ({ core_id }) => ({ core_ids: [core_id] }),
  }),
  namedWithoutProof,
  blocks<Person>(persons, { find: ownPersons }),
  blocks<Device>(devices, { find: ownDevices }),
  // While one is in force nothing is erased.
  removes<LegalHold, IdentificationDeps>(legalHolds, {
    find: ownPersons,
    copy: { none: 'It may tell of a proceeding that the person does not know of: the company answers for it.' },
  }),
  keeps('subject_requests', {
    file: 'A link that ends after seven days; its file is removed with the person.',
    subject_hash: 'A keyed hash: it tells whether the same person asked before.',
    reason: 'Removed with the handles when the request is done.',
    handles: 'Needed until all services have answered.',
  }),
];
