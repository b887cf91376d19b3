import { createPushLog } from './push-log';
import { createLiveScript } from './script';

describe('the push log', () => {
  it('keeps the last 10,000 messages, newest first, and counts all', () => {
    const log = createPushLog();
    const add = (index: number) =>
      log.add({ provider: 'fcm', token: `t${index % 20_000}`, at: index, payload: { index }, id: `${index}` });
    for (let index = 0; index < 25_000; index++) add(index);
    const kept = log.messages();
    expect(kept).toHaveLength(10_000);
    expect([kept[0]?.id, kept.at(-1)?.id]).toEqual(['24999', '15000']);
    expect(kept[0]?.at).toBe('1970-01-01T00:00:24.999Z');
    expect(log.messages('t4999')).toMatchObject([{ id: '24999' }]);
    expect(log.messages(undefined, 3).map(({ id }) => id)).toEqual(['24999', '24998', '24997']);
    expect([log.total(), log.total('t4999'), log.total('t10000')]).toEqual([10_000, 1, 0]);
    expect(log.counts.get('t4999')).toBe(2);
    const times = { first_at: '1970-01-01T00:00:00.000Z', last_at: '1970-01-01T00:00:24.999Z' };
    expect(log.totals()).toEqual({ accepted: 25_000, tokens: 20_000, repeated: 5_000, uncounted: 0, ...times });
    log.reset();
    expect([log.messages(), log.counts.size]).toEqual([[], 0]);
    const none = { accepted: 0, tokens: 0, repeated: 0, uncounted: 0, first_at: null, last_at: null };
    expect(log.totals()).toEqual(none);
    add(1);
    expect(log.messages()).toHaveLength(1);
  });

  it('counts messages above the maximum of tokens as uncounted', () => {
    const log = createPushLog(3);
    for (const token of ['a', 'b', 'c', 'd', 'a', 'e']) {
      log.add({ provider: 'fcm', token, at: 0, payload: {}, id: '' });
    }
    expect(Object.fromEntries(log.counts)).toEqual({ a: 2, b: 1, c: 1 });
    const at = '1970-01-01T00:00:00.000Z';
    const totals = { accepted: 6, tokens: 3, repeated: 1, uncounted: 2, first_at: at, last_at: at };
    expect(log.totals()).toEqual(totals);
  });
});

describe('a script', () => {
  it('merges changes, and rejects an invalid change by name without applying any of it', () => {
    const script = createLiveScript({ latencyMs: 5 });
    script.change({ rate429: 0.5 });
    expect(script.now).toMatchObject({ latencyMs: 5, rate429: 0.5, rate503: 0 });
    const before = script.now;
    expect(() => script.change({ latencyMs: 1, latenzyMs: 1 })).toThrow('latenzyMs is unknown');
    expect(() => script.change({ rate503: 1.5 })).toThrow('rate503 must be a number from 0 to 1');
    expect(() => script.change({ latencyMs: NaN })).toThrow('latencyMs must be');
    expect(() => script.change({ refuseTokenUpdates: 1 })).toThrow('refuseTokenUpdates must be');
    expect(() => script.change([])).toThrow('not an object');
    expect(script.now).toBe(before);
  });
});
