import { TooLongToFill, fillTemplate } from './fill-template';
import { templateVariables } from './variables';

it.each([
  ['Hello {{name}}!', { name: 'Ana' }, 'Hello Ana!'],
  ['{{ name }}{{name}}', { name: 'x' }, 'xx'],
  ['{{first name}} {{año}}', { 'first name': 'Ana', año: 2026 }, 'Ana 2026'],
  ['a{{missing}}b{{ }}c', {}, 'abc'],
  ['{{constructor}}{{__proto__}}{{toString}}', {}, ''],
  ['{{n}}{{t}}', { n: 0, t: false }, '0false'],
  ['{{a}}', { a: '{{b}}', b: 'secret' }, '{{b}}'],
  ['{{a}}{{b}}', { a: '{{', b: 'b}}' }, '{{b}}'],
  ['{{{a}}} {a} {{a} {{}} }}', { a: 'x' }, '{x} {a} {{a} {{}} }}'],
  ['{{a}}', { a: "$& $1 $` $' \\" }, "$& $1 $` $' \\"],
  ['{{a}}', { a: 'x\u0000\u0007\u001b\u007f\u0085\ud800y\tz\r\n👍' }, 'xy\tz\r\n👍'],
  ['{{a}}', { a: '<b onclick="x">&amp;' }, '<b onclick="x">&amp;'],
])('%j with %j is %j', (text, variables, filled) => {
  expect(fillTemplate(text, variables)).toBe(filled);
});

it('takes what is no text for nothing', () => {
  expect(fillTemplate('[{{a}}{{b}}{{c}}]', { a: { b: 1 }, b: null, c: ['x'] } as never)).toBe('[]');
});

it('takes values of up to 10 KB, and lets no small template grow without end', () => {
  expect(fillTemplate('{{a}}', { a: 'x'.repeat(10_240) })).toHaveLength(10_240);
  expect(() => fillTemplate('{{a}}', { a: 'x'.repeat(10_241) })).toThrow(TooLongToFill);
  expect(() => fillTemplate('{{a}}', { a: 'ñ'.repeat(5_121) })).toThrow(TooLongToFill);
  expect(() => fillTemplate('{{a}}'.repeat(1000), { a: 'x'.repeat(10_240) })).toThrow(TooLongToFill);
});

it.each(['{{', '{', '{{a', '{{ ', '}}', `{{${'a'.repeat(127)}`, '{{a}'])('is done in linear time with %j', (part) => {
  const text = part.repeat(Math.ceil(1_000_000 / part.length));
  const started = performance.now();
  fillTemplate(text, { a: 'x' });
  expect(performance.now() - started).toBeLessThan(10_000);
});

describe('templateVariables', () => {
  it.each([{}, { name: 'Ana', 'first name': '', count: 3, on: true }, { a: 'x'.repeat(10_240) }])(
    'takes them',
    (sent) => {
      expect(templateVariables().validate(sent)).toEqual({ value: sent });
    },
  );

  it.each([
    { a: 'x'.repeat(10_241) },
    { a: 'ñ'.repeat(5_121) },
    { a: { $ne: 1 } },
    { a: ['x'] },
    { a: null },
    { 'a.b': 'x' },
    { $a: 'x' },
    [],
    'text',
  ])('refuses what is not', (sent) => {
    expect(templateVariables().validate(sent).error).toBeDefined();
  });
});
