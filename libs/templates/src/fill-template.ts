import { largestValue, type TemplateVariables } from './variables';

/** A value, or what it makes of a template, is beyond what any push message could hold. */
export class TooLongToFill extends Error {}

/** No brace within a name: the search never looks at a character twice, whatever the text. */
const placeholder = /\{\{([^{}]{1,128})\}\}/g;
/** Control characters but tab and line ends, and halves of characters: no provider takes them. */
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\p{Cs}]/gu;
/** Far more than a push message holds; a small template must not grow into a huge text. */
const longestText = 65_536;

/**
 * The text with each `{{name}}` replaced by the variable of that name; by nothing where there is none. Values are text
 * and nothing else: what looks like a `{{name}}` inside a value stays as it is.
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
