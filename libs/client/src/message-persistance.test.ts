import { DependencyDown } from './breaker';
import type { CallService, Reply } from './call-service';
import { messageClient, segmentClient } from './message-persistance';

const uuid = '4f6f8f3e-1d1b-4b52-9d4c-0a4c7b6f3f10';
const answering = (status: number, body: unknown) =>
  jest.fn<Promise<Reply>, Parameters<CallService>>(async () => ({ status, body }));

it('reads a message and a segment', async () => {
  const data = { uuid, company_id: '1' };
  const call = answering(200, { code: 200, data });
  expect(await messageClient(call).findMessage(uuid)).toEqual(data);
  expect(await segmentClient(call).findSegment(uuid)).toEqual(data);
  expect(call.mock.calls).toEqual([
    [`/message-persistance/api/v1/message/${uuid}`],
    [`/message-persistance/api/v1/segment/${uuid}`],
  ]);
});

it('walks along the devices of a segment, with more patience than for other calls', async () => {
  const call = answering(200, { data: [{ core_id: 'a' }], page: 1, per_page: 1, total: 9, next: 'NEXT' });
  const request = { after: '', per_page: 1, fields: ['core_id', 'apps.app_id'] };
  const devices = await segmentClient(call).segmentDevices(uuid, request);
  expect(devices).toEqual({ data: [{ core_id: 'a' }], page: 1, per_page: 1, total: 9, next: 'NEXT' });
  const query = { page: '1', per_page: '1', after: '', fields: 'core_id,apps.app_id' };
  const path = `/message-persistance/api/v1/segment/${uuid}/device`;
  expect(call).toHaveBeenCalledWith(path, { query, timeoutMs: 30_000, isLarge: true });
});

it('finds nothing where there is nothing, and lets no text reach another path', async () => {
  const call = answering(404, {});
  expect(await messageClient(call).findMessage('../segment')).toBeUndefined();
  expect(await segmentClient(call).findSegment('a?b')).toBeUndefined();
  expect(await segmentClient(call).segmentDevices('a/b', { after: '', per_page: 1 })).toBeUndefined();
  expect(call.mock.calls.map(([path]) => path)).toEqual([
    '/message-persistance/api/v1/message/..%2Fsegment',
    '/message-persistance/api/v1/segment/a%3Fb',
    '/message-persistance/api/v1/segment/a%2Fb/device',
  ]);
});

it('takes a refusal for a service that is down: nothing the caller sent can be the reason', async () => {
  const call = answering(403, {});
  await expect(messageClient(call).findMessage(uuid)).rejects.toThrow(DependencyDown);
  await expect(segmentClient(call).findSegment(uuid)).rejects.toThrow(DependencyDown);
  await expect(segmentClient(call).segmentDevices(uuid, { per_page: 1 })).rejects.toThrow(DependencyDown);
});
