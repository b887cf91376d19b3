import { DependencyDown } from './breaker';
import type { CallService } from './call-service';
import { indexClient } from './index-service';

const found = { code: 200, data: [{ core_id: 'a' }], page: 2, per_page: 1, total: 3 };

it('asks for a page of devices, as a call that may be repeated', async () => {
  const call = jest.fn<ReturnType<CallService>, Parameters<CallService>>(async () => ({ status: 200, body: found }));
  const request = { page: 2, per_page: 1, fields: ['core_id', 'model'] };
  const devices = await indexClient(call).searchDevices({ company_id: '1' }, request);
  expect(devices).toEqual({ data: [{ core_id: 'a' }], page: 2, per_page: 1, total: 3 });
  const query = { page: '2', per_page: '1', fields: 'core_id,model' };
  const options = { method: 'POST', query, body: { company_id: '1' }, safe: true };
  expect(call).toHaveBeenCalledWith('/index/v1/device', options);
});

it('walks from page to page, with more patience than for other calls', async () => {
  const answers = [
    { ...found, next: 'NEXT' },
    { ...found, next: null },
  ];
  const call = jest.fn<ReturnType<CallService>, Parameters<CallService>>(async () => ({
    status: 200,
    body: answers.shift(),
  }));
  const { searchDevices } = indexClient(call);
  expect(await searchDevices({}, { after: '', per_page: 1 })).toMatchObject({ page: 1, next: 'NEXT' });
  expect(await searchDevices({}, { after: 'NEXT', per_page: 1 })).toMatchObject({ page: 1, next: null });
  expect(call.mock.calls.map(([, options]) => [options?.query?.after, options?.timeoutMs])).toEqual([
    ['', 30_000],
    ['NEXT', 30_000],
  ]);
});

it('counts a refusal as a service that is down: nothing the caller sent can be the reason', async () => {
  const { searchDevices } = indexClient(async () => ({ status: 403, body: {} }));
  await expect(searchDevices({}, { page: 1, per_page: 1 })).rejects.toThrow(DependencyDown);
});
