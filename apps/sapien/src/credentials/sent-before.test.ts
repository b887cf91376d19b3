import { randomUUID } from 'node:crypto';
import { normalDni, subjectRequested } from '@herald/contracts';
import { eventually, type Tested } from '@herald/testing';
import { createReading, credentialsPath, startWithCredentials } from '../start-sapien.fixture';
import { distanceOf } from './picture-hash';

let herald: Tested;
let create: Awaited<ReturnType<typeof startWithCredentials>>['create'];
beforeAll(async () => ({ herald, create } = await startWithCredentials()));
afterAll(() => herald?.stop());
afterEach(() => herald.database('sapien').collection('credentials').deleteMany({}));

const frontHash = '0123456789abcdeffedcba9876543210'.repeat(2);
/** The hash with this many other bits, in as many bands as there are. */
const changed = (bits: number, hash = frontHash) =>
  [...hash]
    .map((digit, at) => (at % 3 === 0 && at / 3 < bits ? (parseInt(digit, 16) ^ 1).toString(16) : digit))
    .join('');
type Answer = { evidence: { copy_signs: { kind: string; credential_uuid?: string }[] } };
const signOf = ({ evidence }: Answer) => evidence.copy_signs.find(({ kind }) => kind === 'sent_before');

const requestOf = (step: 'block' | 'erase', nin: string) => {
  const subject = { company_id: '1', dnis: [normalDni(nin)], emails: [], core_ids: [] };
  return { request_uuid: randomUUID(), step, round: 1, asked_at: new Date().toISOString(), ...subject };
};

describe('the sign that a picture was sent before', () => {
  it('names the first credential of the company that has nearly the same picture', async () => {
    const first = await create('1', { frontHash });
    expect(signOf(first)).toBeUndefined();
    const copy = await create('1', { frontHash: changed(20) });
    const sign = { kind: 'sent_before', sent_at: first.created_at, credential_uuid: first.uuid };
    expect(signOf(copy)).toEqual(sign);
    expect(signOf(await create('1', { frontHash: changed(2) }))).toEqual(sign);
    const { body } = await herald.as()(`GET ${credentialsPath}/${copy.uuid}`);
    expect(signOf(body.data)).toEqual(sign);
    const list = (await herald.as()(`GET ${credentialsPath}?company_id=1`)).body.data;
    expect(list.map(signOf)).toEqual([sign, sign, undefined]);
    expect(JSON.stringify([body, list])).not.toMatch(/picture_hash|picture_bands|[0-9a-f]{40}/);
  });

  it('is not there for another picture, and for a picture of another person only if it is all but equal', async () => {
    const first = await create('1', { frontHash });
    expect(distanceOf(frontHash, changed(22))).toBe(22);
    const another = [...frontHash].map((digit) => (15 - parseInt(digit, 16)).toString(16)).join('');
    expect(signOf(await create('1', { frontHash: another }))).toBeUndefined();
    const fields = { nin: '7654321-6' };
    expect(signOf(await create('1', { frontHash: changed(14), fields }))).toBeUndefined();
    expect(signOf(await create('1', { frontHash: changed(6), fields }))).toMatchObject({ credential_uuid: first.uuid });
  });

  it('is not there for a picture of another company, and without hashes', async () => {
    await create('1', { frontHash });
    expect(signOf(await create('2', { frontHash }))).toBeUndefined();
    expect(signOf(await create('1'))).toBeUndefined();
    const without = { picture_hash: { $exists: false }, picture_bands: { $exists: false } };
    expect(await herald.database('sapien').collection('credentials').countDocuments(without)).toBe(1);
  });

  it('is not there after the earlier credential was deleted, and no longer names it', async () => {
    const first = await create('1', { frontHash });
    const copy = await create('1', { frontHash });
    await herald.as()(`DELETE ${credentialsPath}/${first.uuid}`);
    const { body } = await herald.as()(`GET ${credentialsPath}/${copy.uuid}`);
    expect(signOf(body.data)).toEqual({ kind: 'sent_before', sent_at: first.created_at });
    await herald.as()(`DELETE ${credentialsPath}/${copy.uuid}`);
    expect(signOf(await create('1', { frontHash }))).toBeUndefined();
  });

  it('does not name the credential of a blocked person to a caller that may not see it', async () => {
    const other = { nin: '7654321-6' };
    const first = await create('1', { frontHash, fields: other });
    const copy = await create('1', { frontHash: changed(6) });
    await herald.publish(subjectRequested, requestOf('block', other.nin));
    const read = (scope: string) => herald.as({ scope })(`GET ${credentialsPath}/${copy.uuid}`);
    const unnamed = { kind: 'sent_before', sent_at: first.created_at };
    await eventually(async () => !signOf((await read('sapien:read')).body.data)?.credential_uuid);
    expect(signOf((await read('sapien:read')).body.data)).toEqual(unnamed);
    const named = { ...unnamed, credential_uuid: first.uuid };
    expect(signOf((await read('sapien:read privacy:read')).body.data)).toEqual(named);
  });

  it('is not there after the person of the earlier credential was erased', async () => {
    await create('1', { frontHash });
    await herald.publish(subjectRequested, requestOf('erase', createReading().fields.nin!));
    const credentials = herald.database('sapien').collection('credentials');
    await eventually(async () => (await credentials.countDocuments()) === 0);
    await herald.database('sapien').collection('tombstones').deleteMany({});
    expect(signOf(await create('1', { frontHash }))).toBeUndefined();
  });

  it('is searched for by an index', async () => {
    await create('1', { frontHash });
    const indexes = await herald.database('sapien').collection('credentials').indexes();
    expect(indexes.map(({ key }) => key)).toContainEqual({ company_id: 1, picture_bands: 1 });
  });

  it('leaves no hash in the service log', async () => {
    const logged = await herald.collectServiceLog();
    const { uuid } = await create('1', { frontHash });
    await eventually(() => logged.some(({ resource_id }) => resource_id === uuid));
    expect(JSON.stringify(logged)).not.toContain(frontHash);
  });
});
