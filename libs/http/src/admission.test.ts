import { admission, furtherWeightOf, furtherWeightOfPage, weightOf } from './admission';
import type { HttpError } from './errors';
import type { Release } from './route';

/** Admission to a server that answers one request after another, on a clock of its own. */
function simulation(weight = 1) {
  let clock = 0;
  const { admit } = admission({ now: () => clock });
  const queue: { release: Release; began: number }[] = [];
  const durations: number[] = [];
  const refusals: HttpError[] = [];
  let served = 0;
  return {
    durations,
    refusals,
    waiting: () => queue.length,
    arrive(count: number): void {
      for (let one = 0; one < count; one++)
        try {
          queue.push({ release: admit(weight, 'one'), began: clock });
        } catch (error) {
          refusals.push(error as HttpError);
        }
    },
    /** Lets time pass; the server answers this many requests a second. */
    pass(ms: number, perSecond: number): void {
      for (let step = 0; step < ms; step++) {
        clock++;
        for (served += perSecond / 1000; served >= 1; served--) {
          const next = queue.shift();
          if (!next) continue;
          durations.push(clock - next.began);
          next.release();
        }
      }
    },
  };
}

/** Five times as many requests as can be answered. */
function flood(perSecond: number, seconds: number, weight?: number) {
  const one = simulation(weight);
  let due = 0;
  for (let step = 0; step < seconds * 100; step++) {
    for (due += 5 * perSecond * 0.01; due >= 1; due--) one.arrive(1);
    one.pass(10, perSecond);
  }
  return one;
}

it.each([250, 1_000, 3_000])(
  'keeps durations short in a flood, and admits as many as %d a second can answer',
  (rate) => {
    const { durations, refusals } = flood(rate, 10);
    expect(durations.length).toBeGreaterThan(0.95 * rate * 10);
    expect(Math.max(...durations)).toBeLessThan(2_500);
    expect(refusals.length).toBeGreaterThan(0);
  },
);

it('answers within five seconds in a flood of large bodies', () => {
  const { durations, refusals } = flood(15, 30, 3);
  expect(durations.length).toBeGreaterThan(0.8 * 15 * 30);
  expect(Math.max(...durations)).toBeLessThan(5_000);
  expect(refusals.length).toBeGreaterThan(0);
});

it.each([
  ['200', 1, 200],
  ['ten of the largest', 20, 10],
])('refuses none of %s, however slow', (_, weight, count) => {
  const one = simulation(weight);
  for (let step = 0; step < 1_000; step++) {
    one.arrive(count - one.waiting());
    one.pass(10, 20);
  }
  expect(one.refusals).toHaveLength(0);
});

it.each([
  [{}, 1],
  [{ 'content-length': '1000' }, 1],
  [{ 'content-length': '170000' }, 3],
  [{ 'content-length': '100000000' }, 20],
  [{ 'transfer-encoding': 'chunked' }, 1],
])('weighs a request with the headers %j as %d', (headers, weight) => {
  expect(weightOf({ headers })).toBe(weight);
});

it.each([
  [{ 'transfer-encoding': 'chunked' }, 1_000, 0],
  [{ 'transfer-encoding': 'chunked' }, 170_000, 2],
  [{ 'transfer-encoding': 'chunked' }, 9_000_000, 19],
  [{ 'content-length': '170000' }, 170_000, 0],
])('weighs a body with the headers %j again when its %d bytes were read: %d more', (headers, bytes, more) => {
  expect(furtherWeightOf({ headers, body: Buffer.alloc(bytes) })).toBe(more);
});

it.each([
  [{}, 0],
  [{ per_page: 50 }, 0],
  [{ per_page: 1_000 }, 2],
  [{ per_page: 10_000 }, 20],
])('weighs a page by its rows: %j weighs %i more', (query, more) => {
  expect(furtherWeightOfPage({ query }, {})).toBe(more);
  expect(furtherWeightOfPage({ query }, { isService: true })).toBe(0);
});

describe('tenants', () => {
  /** Its clock stands: no limit grows on a busy machine. */
  const standing = () => admission({ now: () => 0 });
  const admitAll = (count: number, tenant: string, { admit }: ReturnType<typeof admission>) => {
    const releases: Release[] = [];
    for (let one = 0; one < count; one++)
      try {
        releases.push(admit(1, tenant));
      } catch {
        break;
      }
    return releases;
  };

  it('are admitted up to an equal share while one of them exhausts the limit', () => {
    const one = standing();
    const ofFirst = admitAll(300, 'first', one);
    expect(ofFirst).toHaveLength(200);
    expect(admitAll(300, 'second', one)).toHaveLength(100);
    expect(admitAll(300, 'third', one)).toHaveLength(66);
    // Of what the first gives back, only what exceeds the limit is kept from it.
    ofFirst.splice(0, 180).forEach((release) => release());
    expect(admitAll(300, 'first', one)).toHaveLength(46);
  });

  it('that have no request in flight are not counted', () => {
    const one = standing();
    for (const tenant of ['first', 'second']) admitAll(300, tenant, one).forEach((release) => release());
    expect(admitAll(300, 'third', one)).toHaveLength(200);
    expect(admitAll(300, 'fourth', one)).toHaveLength(100);
  });
});

it('spreads the return of callers that are refused together', () => {
  const one = simulation();
  one.arrive(1_000);
  const seconds = one.refusals.map(({ detail }) => Number(detail.headers!['Retry-After']));
  expect(one.refusals.map(({ status }) => status)).toEqual(Array.from({ length: 800 }, () => 503));
  expect(Math.min(...seconds)).toBeGreaterThanOrEqual(1);
  expect(Math.max(...seconds)).toBeLessThanOrEqual(10);
  expect(new Set(seconds).size).toBeGreaterThan(4);
});

it('admits all of 2,000 that return when they should', () => {
  const one = simulation();
  const due = new Map<number, number>();
  const arrive = (count: number, at: number) => {
    const before = one.refusals.length;
    one.arrive(count);
    for (const { detail } of one.refusals.slice(before)) {
      const time = at + Number(detail.headers!['Retry-After']) * 1000;
      due.set(time, (due.get(time) ?? 0) + 1);
    }
  };
  arrive(2_000, 0);
  for (let at = 0; at < 60_000 && one.durations.length < 2_000; at++) {
    arrive(due.get(at) ?? 0, at);
    one.pass(1, 300);
  }
  expect(one.durations).toHaveLength(2_000);
  expect(Math.max(...one.durations)).toBeLessThan(2_500);
  expect(one.refusals.length).toBeLessThan(8_000);
});
