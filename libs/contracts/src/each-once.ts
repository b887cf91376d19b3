/** The names of fields in a list, each once. */
export type Distinct<Names extends readonly unknown[]> = Names extends readonly [...infer Before, infer Last]
  ? Last extends Before[number]
    ? { 'named twice': Last }
    : Distinct<Before>
  : unknown;

/** Refuses lists that leave out a field, or name it as both. */
export type EachOnce<Declared, Personal, Impersonal> = ([Exclude<keyof Declared, Personal | Impersonal>] extends [never]
  ? unknown
  : { undeclared: Exclude<keyof Declared, Personal | Impersonal> }) &
  ([Personal & Impersonal] extends [never] ? unknown : { 'named as both': Personal & Impersonal });

/** The compiler says the same; this holds where types are stripped. */
export function requireEachOnce(name: string, declared: string[], named: string[]): void {
  const wrong = [
    ...declared.filter((field) => !named.includes(field)),
    ...named.filter((field, at) => named.indexOf(field) < at || !declared.includes(field)),
  ];
  if (wrong.length > 0) throw new Error(`${name}: name each as personal or impersonal, once: ${wrong.join()}`);
}
