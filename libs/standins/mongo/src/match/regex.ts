import { BSONRegExp } from 'bson';
import type { Value } from '../bson/value';
import { located } from '../failure';
import type { RegexTest } from './filter';

/** A test for a BSON regular expression, read as JavaScript's; an option JavaScript lacks is refused or rewritten. */
export function regexTest(pattern: string, options: string): RegexTest {
  const unknown = /[^imsxu]/.exec(options);
  if (unknown) throw located(51108, `invalid flag in regex options: ${unknown[0]}`);
  const source = options.includes('x') ? withoutSpace(pattern) : pattern;
  const flags = [...new Set(options)].filter((flag) => 'ims'.includes(flag)).join('');
  try {
    return { op: 'regex', regex: new RegExp(source, flags), source: new BSONRegExp(pattern, options) };
  } catch {
    throw located(51091, `Regular expression is invalid: ${pattern}`);
  }
}

/** The same for a value that is a regular expression already. */
export function regexTestOf(value: BSONRegExp): RegexTest {
  return regexTest(value.pattern, value.options);
}

/** Whether a value is a text that matches, or the very same regular expression. */
export function matchesRegex(test: RegexTest, value: Value | undefined): boolean {
  if (typeof value === 'string') return test.regex.test(value);
  if (!(value instanceof BSONRegExp)) return false;
  return value.pattern === test.source.pattern && value.options === test.source.options;
}

function withoutSpace(pattern: string): string {
  return pattern.replace(/\\.|\[(?:\\.|[^\]])*\]|\s+|#.*$/gm, (part) => (/^[\s#]/.test(part) ? '' : part));
}

/** The text that every match of an anchored expression begins with; empty when there is none. */
export function anchoredPrefix({ regex, source }: RegexTest): string {
  if (/[imx]/.test(source.options) || !regex.source.startsWith('^')) return '';
  if (regex.source.includes('|')) return '';
  const plain = /^\^((?:[A-Za-z0-9 _\-@:,;/<>=~"'!#%&]|\\[^A-Za-z0-9]|[^\0-\x7f])*)/.exec(regex.source)?.[1] ?? '';
  const next = regex.source[plain.length + 1];
  const kept = next === '*' || next === '?' || next === '{' ? plain.replace(/(\\.|[^\\])$/su, '') : plain;
  return kept.replace(/\\(.)/g, '$1');
}
