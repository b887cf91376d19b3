import { randomUUID } from 'node:crypto';
import { duplicateKeys } from '@herald/persistence';
import type { IdentificationDeps } from '../deps';
import { newRequest } from './new-request';
import { resolveSubject, type NamedSubject } from './resolve-subject';
import type { SubjectRequest } from './subject-request.model';

/** An erasure that was carried out. It names the person by a keyed hash alone. */
export type Erasure = { company_id: string; subject_hash: string; finished_at: string };

type Deps = Pick<IdentificationDeps, 'Device' | 'Person' | 'SubjectRequest' | 'subjectServices' | 'hashValue'>;

/** The erasures that were carried out, oldest first. */
export async function* listErasures({ SubjectRequest }: Pick<Deps, 'SubjectRequest'>): AsyncGenerator<Erasure> {
  const done = SubjectRequest.find({ kind: 'erase', state: 'done' }).sort({ finished_at: 1 }).lean();
  for await (const { company_id, subject_hash, finished_at } of done.cursor())
    yield { company_id, subject_hash, finished_at: finished_at!.toISOString() };
}

/**
 * Stores a request for each person that was erased after the restored moment, and is there again; gives their uuids.
 * The running services carry the requests out, one after the other. It may run again after a crash.
 */
export async function repeatErasures(erasures: Erasure[], since: Date, deps: Deps): Promise<string[]> {
  const wanted = new Set(erasures.filter((one) => new Date(one.finished_at) > since).map(keyOf));
  const companies = [...new Set(erasures.map(({ company_id }) => company_id))];
  const uuids: string[] = [];
  const found = new Set<string>();
  for await (const { company_id, ...named } of subjects(companies, deps)) {
    const subject_hash = deps.hashValue(named.dni ? `dni ${named.dni}` : `core_id ${named.core_id}`);
    const key = keyOf({ company_id, subject_hash });
    if (!wanted.has(key) || found.has(key)) continue;
    found.add(key);
    const { key: _key, ...handles } = await resolveSubject(company_id, named, deps);
    uuids.push(await store({ company_id, subject_hash, handles }, deps));
  }
  return uuids;
}

const keyOf = ({ company_id, subject_hash }: Pick<Erasure, 'company_id' | 'subject_hash'>) =>
  `${company_id} ${subject_hash}`;

/** Every person and device of some companies, by what a request for the data would be known by. */
async function* subjects(
  companies: string[],
  { Person, Device }: Deps,
): AsyncGenerator<NamedSubject & { company_id: string }> {
  const inCompanies = { company_id: { $in: companies } };
  for await (const { company_id, dni } of Person.find(inCompanies, { company_id: 1, dni: 1 }).lean().cursor())
    yield { company_id, dni };
  const devices = Device.find(inCompanies, { company_id: 1, core_id: 1, person_dni: 1 }).lean();
  for await (const { company_id, core_id, person_dni } of devices.cursor())
    yield { company_id, ...(person_dni === undefined ? { core_id } : { dni: person_dni }) };
}

type Named = Required<Pick<SubjectRequest, 'company_id' | 'subject_hash' | 'handles'>>;

/** The uuid of the new request, or of the one that is in progress for the person. */
async function store(named: Named, deps: Deps): Promise<string> {
  const { SubjectRequest } = deps;
  const request = { ...named, uuid: randomUUID(), kind: 'erase' as const, reason: 'Repeated after a restore' };
  try {
    await SubjectRequest.create(newRequest(request, deps));
    return request.uuid;
  } catch (error) {
    if (!duplicateKeys(error)) throw error;
    const { company_id, subject_hash } = named;
    const running = { company_id, subject_hash, kind: 'erase' as const, state: 'running' as const };
    return (await SubjectRequest.findOne(running).lean())?.uuid ?? store(named, deps);
  }
}
