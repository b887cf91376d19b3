import { timestamp } from './fields';
import { mapOf, object, optional, string, type ObjectOf, type TypeOf } from './schema';

const unproven = mapOf(object({ core_id: string(), since: timestamp() }));

/** The source and time of a record's fields, stored with them. */
export const provenance = {
  /** The time of each field's last write. */
  said: mapOf(timestamp()),
  /**
   * The fields that a device wrote without proof, with the device and the time of its first write. All others count as
   * an operator's.
   */
  unproven: optional(unproven),
};
export type Provenance = ObjectOf<typeof provenance>;
export type FieldTimes = Provenance['said'];
export type Unproven = TypeOf<typeof unproven>;

/** New values. Undefined leaves a field unchanged, null removes it. */
export type Update<T> = {
  fields: { [Name in keyof T]?: T[Name] | null };
  at: Date;
  /** The core_id of a device that writes without proof. */
  device?: string;
  /** The device's first write of the value, where it was before `at`. */
  since?: Date;
  /** Whether the update wins over one of the same time. */
  winsTies?: boolean;
  /** Prefix of the fields' names in the provenance. */
  under?: string;
};
export type Merged<T> = Required<Provenance> & { known: T; taken: string[]; refused: string[] };

/**
 * Merges an update into a record: last write wins. A device without proof fills blanks and changes only its own values,
 * and yields to operators and to earlier devices. Duplicate, late and reordered updates are harmless.
 */
export function mergeNewer<T extends object>(
  known: T,
  { said, unproven = {} }: Provenance,
  update: Update<T>,
): Merged<T> {
  const { fields, at, device, since = at, under = '' } = update;
  const current = new Map<string, unknown>(Object.entries(known));
  const times = new Map(Object.entries(said));
  const holders = new Map(Object.entries(unproven));
  const decided = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]: [string, unknown]) => {
      const key = under + name;
      const state = { current: current.get(name), at: times.get(key), holder: holders.get(key) };
      return { name, key, value, verdict: decide(state, value, update) };
    });
  const taken = decided.filter(({ verdict }) => verdict === 'take').map(({ name }) => name);
  const refused = decided.filter(({ verdict }) => verdict === 'refuse').map(({ name }) => name);
  if (taken.length === 0) return { known, said, unproven, taken, refused };
  for (const { name, key, value, verdict } of decided) {
    if (verdict !== 'take') continue;
    if (value === null) current.delete(name);
    else current.set(name, value);
    times.set(key, at);
    if (device === undefined) holders.delete(key);
    else holders.set(key, { core_id: device, since: firstTime(holders.get(key), device, since) });
  }
  return {
    known: Object.fromEntries(current) as T,
    said: Object.fromEntries(times),
    unproven: Object.fromEntries(holders),
    taken,
    refused,
  };
}

type Holder = Unproven[string];
type State = { current: unknown; at?: Date; holder?: Holder };
type Verdict = 'take' | 'keep' | 'refuse';

function decide(state: State, value: unknown, update: Update<object>): Verdict {
  const { current, holder } = state;
  if (update.device === undefined) return holder || isNews(state, value, update) ? 'take' : 'keep';
  if (current === value) return 'keep';
  if (holder?.core_id === update.device) return isNews(state, value, update) ? 'take' : 'keep';
  if (isSame(current, value)) return 'keep';
  return isFree(state) || isEarlier(update, holder) ? 'take' : 'refuse';
}

/** A field that an operator cleared has a time and no holder: it is not free. */
const isFree = ({ current, at, holder }: State) => isBlank(current) && (holder !== undefined || at === undefined);

function isNews({ current, at: known }: State, value: unknown, { at, winsTies }: Update<object>): boolean {
  const ageMs = known === undefined ? Infinity : at.getTime() - known.getTime();
  return ageMs > 0 || (ageMs === 0 && winsTies === true && current !== value);
}

const isBlank = (value: unknown) => value === undefined || value === null || value === '';

/** Services store names in different spellings: letter case and spaces make no difference. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'string' || typeof other !== 'string') return one === other;
  return foldText(one) === foldText(other);
}

const foldText = (value: string) => value.trim().replace(/\s+/g, ' ').toLowerCase();

/** Of two devices that race for a field, the earlier one holds it, whichever message arrives first. */
function isEarlier({ at, device = '', since = at }: Update<object>, holder?: Holder): boolean {
  if (!holder) return false;
  const ms = since.getTime() - holder.since.getTime();
  return ms < 0 || (ms === 0 && device < holder.core_id);
}

function firstTime(holder: Holder | undefined, device: string, since: Date): Date {
  return holder && holder.core_id === device && holder.since < since ? holder.since : since;
}
