import { matchesTopic } from './topic-pattern';

describe('topic patterns', () => {
  it.each([
    ['a.b', 'a.b', true],
    ['a.b', 'a.c', false],
    ['*', 'a', true],
    ['*', '', false],
    ['*', 'a.b', false],
    ['#', '', true],
    ['#', 'a.b.c', true],
    ['a.#', 'a', true],
    ['a.#.c', 'a.c', true],
    ['a.#.c', 'a.b.b.c', true],
    ['a.#.c', 'a.b', false],
    ['#.*', '', false],
    ['*.#.*', 'a.b', true],
    ['', '', true],
  ])('%s matches %s: %s', (pattern, key, expected) => {
    expect(matchesTopic(pattern, key)).toBe(expected);
  });
});
