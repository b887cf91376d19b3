import { fairSlots } from './fair-slots';

const full = () => new Error('full');
/** Acquires slots until the tenant is rejected. */
function takeAll(acquire: (tenant: string) => () => void, tenant: string): (() => void)[] {
  const releases: (() => void)[] = [];
  for (;;) {
    try {
      releases.push(acquire(tenant));
    } catch {
      return releases;
    }
  }
}

it.each([
  [1, 1],
  [2, 1],
  [3, 2],
  [4, 3],
  [22, 15],
  [40, 27],
])('of %s slots, gives a single tenant %s and leaves at least one', (max, own) => {
  const acquire = fairSlots(max, full);
  expect(takeAll(acquire, 'a')).toHaveLength(own);
  if (max > 1) expect(takeAll(acquire, 'b').length).toBeGreaterThan(0);
});

it('leaves slots for a third tenant', () => {
  const acquire = fairSlots(22, full);
  const counts = ['a', 'b', 'c'].map((tenant) => takeAll(acquire, tenant).length);
  expect(counts).toEqual([15, 5, 2]);
});

it('counts a repeated release once', () => {
  const acquire = fairSlots(3, full);
  const [first] = takeAll(acquire, 'a');
  first!();
  first!();
  expect(takeAll(acquire, 'a')).toHaveLength(1);
  expect(takeAll(acquire, 'b')).toHaveLength(1);
  expect(() => acquire('constructor')).toThrow('full');
});
