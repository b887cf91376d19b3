import * as contracts from './index';
import { allMessages, integer, list, message, string, type ErasedNames, type MessageType } from './index';

const isMessage = (one: unknown): one is MessageType<unknown> =>
  typeof (one as Partial<MessageType<unknown>> | undefined)?.schema === 'object';

const erased: ErasedNames = {
  isErased: (name, company_id = '1') => company_id === '1' && ['zoe', 'ZOE', 'zoe@example.com'].includes(name ?? ''),
  hash: () => 'hidden',
};
const left = <Data>({ without }: MessageType<Data>, data: Data) => without!(data, erased);

it('names every message', () => {
  const exported = Object.values<unknown>(contracts).filter(isMessage);
  expect(exported.length).toBeGreaterThan(10);
  const names = (messages: readonly MessageType<unknown>[]) => messages.map(({ type }) => type).sort();
  expect(names(allMessages)).toEqual(names(exported));
});

it('compiles no message that leaves a field out, or does not say what is left without a person', () => {
  const fields = { core_id: string(), revision: integer() };
  // @ts-expect-error A field in neither list.
  expect(() => message('one', fields, { personal: [], impersonal: ['revision'] })).toThrow('core_id');
  // @ts-expect-error A personal field, and no word of what is left.
  expect(() => message('two', fields, { personal: ['core_id'], impersonal: ['revision'] })).toThrow('two');
  // @ts-expect-error A field in both lists.
  expect(() => message('three', fields, { personal: [], impersonal: ['core_id', 'revision', 'core_id'] })).toThrow();
  const four = message(
    'four',
    { core_ids: list(string()) },
    { personal: ['core_ids'], impersonal: [], without: (data) => (data.core_ids.includes('a') ? undefined : data) },
  );
  expect([left(four, { core_ids: ['a'] }), left(four, { core_ids: ['b'] })]).toEqual([undefined, { core_ids: ['b'] }]);
});

const at = '2026-01-02T03:04:05.678Z';
const app = { app_id: '1', bundle_id: 'a', flavor_id: 'a', version: '1' };
const registered = { core_id: 'phone', core_id_type: '', company_id: '1', characteristics: {}, app, reported_at: at };

it('keeps the device of another that names a person, without the name', () => {
  const { deviceRegistered } = contracts;
  expect(left(deviceRegistered, { ...registered, core_id: 'zoe' })).toBeUndefined();
  for (const person of [{ dni: 'ZOE', name: 'Zoe' }, { email: 'zoe@example.com' }])
    expect(left(deviceRegistered, { ...registered, person, is_confirmed: true })).toEqual(registered);
  const family = { ...registered, person: { dni: 'ANA', email: 'zoe@example.com' } };
  expect(left(deviceRegistered, family)).toEqual(family);
  expect(left(deviceRegistered, { ...registered, core_id: 'zoe', company_id: '2' })).toMatchObject({ core_id: 'zoe' });
});

it('keeps the other devices of a batch with their variables, and of its results', () => {
  const campaign = { uuid: 'u', company_id: '1', message_id: 'm', app_id: '1', bundle_id: 'a' };
  const batch = { batch_id: 'b', campaign, notification: {}, core_ids: ['a', 'zoe', 'b'], tries: 0 };
  const variables = [{ n: 'A' }, { n: 'Z' }, { n: 'B' }];
  expect(left(contracts.pushBatch, { ...batch, variables })).toEqual({
    ...{ ...batch, core_ids: ['a', 'b'], variables: [{ n: 'A' }, { n: 'B' }] },
  });
  expect(left(contracts.pushBatch, { ...batch, core_ids: ['zoe'] })).toBeUndefined();
  const results = {
    campaign_uuid: 'u',
    batch_id: 'b',
    sent: ['zoe', 'a'],
    failed: [{ reason: 'No', core_ids: ['zoe'] }],
  };
  expect(left(contracts.deliveryResults, results)).toEqual({ ...results, sent: ['a'], failed: [] });
  expect(left(contracts.deliveryResults, { ...results, sent: [] })).toBeUndefined();
  expect(left(contracts.deliveryResults, { ...results, company_id: '2' })).toMatchObject({ sent: ['zoe', 'a'] });
  const unseen = { company_id: '1', core_ids: ['zoe', 'a'], since: at };
  expect(left(contracts.devicesUnseen, unseen)).toEqual({ ...unseen, core_ids: ['a'] });
  expect(left(contracts.devicesUnseen, { ...unseen, core_ids: ['zoe'] })).toBeUndefined();
});

it('keeps identities of others without the device, and the service log without the person', () => {
  const identity = { uuid: 'u', company_id: '1', dni: 'ANA', updated_at: at };
  const said = { dni: { at }, name: { at, device: 'zoe', since: at } };
  expect(left(contracts.identityUpdated, { ...identity, dni: 'ZOE' })).toBeUndefined();
  expect(left(contracts.identityUpdated, { ...identity, said })).toEqual({
    ...{ ...identity, said: { dni: { at }, name: { at, device: 'hidden', since: at } } },
  });
  const text = { service: 's', resource: 'r', operation: 'o', description: '', relevance: '', result: true };
  const logged = { ...text, uuid: 'u', audit_id: '', user_id: 'zoe', created_at: at, company_id: '' };
  const ids = { resource_id: 'ZOE', resource_id_2: 'ana' };
  expect(left(contracts.serviceLogged, { records: [{ ...logged, ...ids }] })).toEqual({
    records: [{ ...logged, resource_id: 'hidden', resource_id_2: 'ana', user_id: 'hidden' }],
  });
});
