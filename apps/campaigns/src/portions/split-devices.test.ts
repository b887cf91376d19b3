import type { NamedDevice } from '../campaigns/named-devices';
import { batchesAt, deviceHash } from './portion.model';
import { splitDevices, toDevices } from './split-devices';

const named = (core_id: string, variables = {}) => ({ core_id, variables });
const split = (devices: NamedDevice[], size: number) => splitDevices(toDevices(devices), size);
const phones = (count: number) => Array.from({ length: count }, (_, at) => named(`phone-${at}`));

it('puts each device once into a batch, which its hash tells', () => {
  const devices = phones(3_456);
  const { lists, starts } = split([...devices, ...devices.slice(0, 100)], 1_000);
  expect(lists.map(({ core_ids }) => core_ids.length)).toEqual([1_000, 1_000, 1_000, 456]);
  expect(starts[0]).toBe(0);
  for (const { core_id } of devices) {
    const holding = lists.flatMap(({ core_ids }, index) => (core_ids.includes(core_id) ? [index] : []));
    expect(batchesAt({ starts }, deviceHash(core_id))).toEqual(holding);
  }
});

it('begins each batch between the hashes of two devices', () => {
  const devices = phones(500);
  const hashes = new Set(devices.map(({ core_id }) => deviceHash(core_id)));
  const { starts } = split(devices, 10);
  expect(starts.filter((start) => hashes.has(start))).toEqual([]);
});

it('keeps the order of the devices in a batch, and the first variables of one that is named twice', () => {
  const { lists } = split([named('b', { at: 1 }), named('a'), named('b', { at: 2 })], 1_000);
  expect(lists).toEqual([{ core_ids: ['b', 'a'], variables: [{ at: 1 }, {}] }]);
  expect(split([named('b'), named('a')], 1_000).lists).toEqual([{ core_ids: ['b', 'a'], variables: null }]);
});

it('makes smaller batches of long variables', () => {
  const long = { text: 'x'.repeat(60_000) };
  const { lists } = split(
    phones(20).map(({ core_id }) => named(core_id, long)),
    1_000,
  );
  expect(lists.map(({ core_ids }) => core_ids.length)).toEqual([7, 7, 6]);
});

it('looks into both batches where the hashes of two devices are the same', () => {
  const starts = [0, 10, 20];
  const found = [0, 9, 10, 11, 20, 99].map((hash) => batchesAt({ starts }, hash));
  expect(found).toEqual([[0], [0], [0, 1], [1], [1, 2], [2]]);
  expect(batchesAt({ starts: [] }, 5)).toEqual([]);
});
