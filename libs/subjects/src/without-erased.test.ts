import type { ErasedNames, Message } from '@herald/contracts';
import { withoutErased } from './without-erased';

const erased: ErasedNames = { isErased: (name) => name === 'zoe', hash: () => 'hidden' };
const at = '2026-01-02T03:04:05.678Z';
const unseen = (...core_ids: string[]) => ({
  ...{ id: core_ids.join(), type: 'devices.unseen', version: 1, at },
  data: { company_id: '1', core_ids, since: at },
});
const gathered = (...messages: object[]) =>
  ({
    ...{ id: 'g', type: 'devices.unseen', version: 2, at },
    messages: messages.map((message) => ({ trace: {}, message })),
  }) as unknown as Message;

it('takes persons out of messages that were gathered, and leaves those of others', () => {
  const others = gathered(unseen('ana'), unseen('otto'));
  expect(withoutErased(others, erased)).toBe(others);
  const left = withoutErased(gathered(unseen('zoe'), unseen('ana', 'zoe'), unseen('otto')), erased);
  expect(left).toMatchObject({
    messages: [{ message: { data: { core_ids: ['ana'] } } }, { message: unseen('otto') }],
  });
  expect(withoutErased(gathered(unseen('zoe')), erased)).toBeUndefined();
});

it('removes what no service can read from gathered messages if it names a person', () => {
  const odd = gathered(null as never, 'ana' as never, { type: 'of.tomorrow', data: ['ana'] });
  expect(withoutErased(odd, erased)).toBe(odd);
  const left = withoutErased(gathered({ type: 'of.tomorrow', data: ['zoe'] }, unseen('ana')), erased);
  expect(left).toMatchObject({ messages: [{ message: unseen('ana') }] });
});
