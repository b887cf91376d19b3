import { holdsScope, type Caller } from '@herald/auth';
import { boolean, object, optional, timestamp, type TypeOf } from '@herald/contracts';

/** Whether a person is blocked, and since when this holds: what is older changes nothing. */
const block = object({ is: boolean(), at: timestamp() });
export type Block = TypeOf<typeof block>;

/** The field of a record that a block marks. */
export const blockField = () => optional(block);

/** The filter of what is not blocked. */
export const notBlocked = { 'block.is': { $ne: true } } as const;

/** Hides blocked persons and their devices from callers that may not read requests of persons. */
export const visibleTo = (caller: Caller): Partial<typeof notBlocked> =>
  holdsScope(caller, 'privacy:read') ? {} : notBlocked;

/** Matches records whose block is older. */
export const blockedBefore = (at: Date) => ({ $or: [{ 'block.at': { $exists: false } }, { 'block.at': { $lt: at } }] });

/** The newer of a stored block and one in a message; of equal times the stored one. */
export function newerBlock(known: Block | undefined, told: { is: boolean; at: string } | undefined): Block | undefined {
  const at = told && new Date(told.at);
  return at && (!known || known.at < at) ? { is: told.is, at } : known;
}
