/** Whether the words of a pattern match those of a key: `*` matches one word, `#` any number of words. */
function matches(pattern: readonly string[], key: readonly string[], p = 0, k = 0): boolean {
  for (; p < pattern.length; p++, k++) {
    if (pattern[p] === '#') {
      if (p === pattern.length - 1) return true;
      for (let rest = k; rest <= key.length; rest++) if (matches(pattern, key, p + 1, rest)) return true;
      return false;
    }
    if (k >= key.length || (pattern[p] !== '*' && pattern[p] !== key[k])) return false;
  }
  return k === key.length;
}

/** The words of a routing key; an empty key has none. */
const splitWords = (text: string): string[] => (text === '' ? [] : text.split('.'));

/** Whether the pattern of a topic exchange's binding matches a routing key. */
export function matchesTopic(pattern: string, routingKey: string): boolean {
  return matches(splitWords(pattern), splitWords(routingKey));
}
