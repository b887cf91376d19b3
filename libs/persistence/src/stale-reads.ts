/** The options of a URL that decide which data reads see, and the values that never lead to older data. */
const options = new Map<string, string[]>([
  ['readpreference', ['primary']],
  ['readpreferencetags', []],
  ['maxstalenessseconds', []],
  ['directconnection', ['false']],
  // Not `available`, which returns a document twice while a shard moves it, nor `snapshot`, which reads the past.
  ['readconcernlevel', ['local', 'majority', 'linearizable']],
]);

/** True if the options of a database's URL could lead reads to a member that lags behind, or to older data. */
export function mayReadStale(url: string): boolean {
  // As the driver reads them: decoded, names in any case.
  const given = new URLSearchParams(url.replace(/^[^?]*/, ''));
  return [...given].some(([name, value]) => options.get(name.toLowerCase())?.includes(value) === false);
}
