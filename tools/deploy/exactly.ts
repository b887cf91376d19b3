/** RabbitMQ since 4.2.8 and 4.3.2 does not start with a longer pattern. */
export const longestPattern = 1024;

/** A pattern for these names alone; what names share up to a dot stands in it once, because its length is limited. */
export function exactly(...names: string[]): string {
  return `^${names.length === 0 ? '' : oneOf(names.map((name) => name.split('.')))}$`;
}

function oneOf(names: string[][]): string {
  const rests = new Map<string, string[][]>();
  for (const [part = '', ...rest] of names) rests.set(part, [...(rests.get(part) ?? []), rest]);
  const choices = [...rests].map(([part, tails]) => {
    const longer = tails.filter((tail) => tail.length > 0);
    if (longer.length === 0) return part;
    const end = `\\.${oneOf(longer)}`;
    return longer.length === tails.length ? part + end : `${part}(${end})?`;
  });
  return choices.length === 1 ? choices[0]! : `(${choices.join('|')})`;
}
