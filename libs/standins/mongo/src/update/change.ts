import type { Doc, Value } from '../bson/value';
import type { Filter } from '../match/filter';

/** What an operator knows while it is applied. */
export type Moment = { inserting: boolean; now: Date; position: number | undefined; document: Doc };

/** Gives the new value of a field from the present one; undefined removes it. */
export type Apply = (current: Value | undefined, moment: Moment) => Value | undefined;

/** One operator on one path. `creates` says whether a missing path is built for it. */
export type Change = {
  operator: string;
  path: string;
  parts: string[];
  creates: boolean;
  apply: Apply;
  renameTo?: string[];
};

/** A condition of arrayFilters under its name, over a document { name: element }. */
export type ArrayFilters = Map<string, Filter>;

/** An update after reading: another document, or changes in the order they are applied. */
export type Update =
  | { kind: 'replace'; document: Doc }
  | { kind: 'modify'; changes: Change[]; arrayFilters: ArrayFilters; positional: boolean };
