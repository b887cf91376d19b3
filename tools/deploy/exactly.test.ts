import { exactly } from './exactly';

it('matches the names and nothing else', () => {
  const names = ['herald.dead', 'herald.events.on-logged', 'herald.events.on-asked', 'herald.wait.1s', 'amq.default'];
  const pattern = new RegExp(exactly(...names));
  for (const name of names) expect(name).toMatch(pattern);
  const others = ['herald', 'herald.events', 'heraldxdead', 'herald.dead.1', 'x.herald.dead', 'amq.default\n', ''];
  for (const name of [...others, 'amq.dead', 'herald.wait.on-asked']) expect(name).not.toMatch(pattern);
});

it('says once what names share', () => {
  expect(exactly('a.b.c', 'a.b.d', 'a.e')).toBe('^a\\.(b\\.(c|d)|e)$');
});

it('knows a name that begins another, and no name at all', () => {
  const pattern = new RegExp(exactly('a.b', 'a.b.c'));
  expect(['a', 'a.b', 'a.b.c', 'a.b.d', 'a.bc'].map((name) => pattern.test(name))).toEqual([
    ...[false, true, true, false, false],
  ]);
  expect(exactly()).toBe('^$');
});
