import { emojiHex } from './emoji';

it.each([
  ['thumbs_up', 'U+1F44D'],
  ['+1', 'U+1F44D'],
  ['thumbsup', 'U+1F44D'],
  ['heart', 'U+2764'],
  ['joy', 'U+1F602'],
  ['tada', 'U+1F389'],
  ['es', 'U+1F1EA U+1F1F8'],
  ['astronaut', 'U+1F9D1 U+200D U+1F680'],
  ['hash', 'U+0023 U+FE0F U+20E3'],
])('%s is %s', (name, hex) => {
  expect(emojiHex(name)).toBe(hex);
});

it.each(['', 'nope', ':heart:', 'constructor', '__proto__', '❤️'])('%j is not the name of an emoji', (name) => {
  expect(emojiHex(name)).toBeUndefined();
});
