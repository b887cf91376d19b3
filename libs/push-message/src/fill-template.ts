import { largestValue, type TemplateVariables } from './variables';

/** A value or a filled template exceeds what a push message can hold. */
export class TooLongToFill extends Error {}

/** A name has no braces, so that the search is linear in the text. */
const placeholder = /\{\{([^{}]{1,128})\}\}/g;
/** Control characters except tab and line breaks, and lone surrogates: no provider accepts them. */
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\p{Cs}]/gu;
/** Far above a push message's limit; bounds the growth of a small template. */
const longestText = 65_536;

/**
 * The text with each `{{name}}` replaced by its variable, or by nothing without one. A `{{name}}` inside a value is not
 * replaced.
 */
export function fillTemplate(text: string, variables: TemplateVariables): string {
  const values = new Map<string, string>();
  let room = longestText;
  return text.replace(placeholder, (_, inner: string) => {
    const name = inner.trim();
    const value = values.get(name) ?? valueOf(name, variables);
    values.set(name, value);
    room -= value.length;
    if (room < 0) throw new TooLongToFill('The filled text is longer than any push message');
    return value;
  });
}

function valueOf(name: string, variables: TemplateVariables): string {
  const value: unknown = Object.hasOwn(variables, name) ? variables[name] : '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string') return '';
  if (Buffer.byteLength(value) > largestValue) throw new TooLongToFill(`The variable ${name} is larger than 10 KB`);
  return value.replace(unprintable, '');
}
