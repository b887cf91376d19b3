import type { SubjectRequested } from '@herald/contracts';
import type { Connection } from '@herald/persistence';

/** What names a person. */
export type Handles = Pick<SubjectRequested, 'dnis' | 'emails' | 'core_ids'>;

/** A person, as one company knows it. */
export type Subject = Handles & { company_id: string };

/** How many records were found, and how many of them removed or changed. */
export type Tally = { found: number; changed: number };

/** What carrying out a request needs. */
export type Work<Deps> = {
  deps: Deps;
  database: Connection;
  /** When the services were asked. */
  at: Date;
  /** What replaces a value that must stay tellable from others: a hash that only this service can repeat. */
  hash: (value: string) => string;
  /** Called between steps: it throws when the rest has to wait for a later delivery of the message. */
  pause: () => void;
  /** Leaves the rest to a delivery of the message after this time. */
  postpone: (seconds: number) => never;
};

/** All handles of some, each once. */
export function mergeHandles(...all: Partial<Handles>[]): Handles {
  const union = (name: keyof Handles) => [...new Set(all.flatMap((one) => one[name] ?? []))];
  return { dnis: union('dnis'), emails: union('emails'), core_ids: union('core_ids') };
}

export const handleCount = ({ dnis, emails, core_ids }: Handles): number =>
  dnis.length + emails.length + core_ids.length;

export const handleValues = ({ dnis, emails, core_ids }: Handles): string[] => [...dnis, ...emails, ...core_ids];

/** What names the person alone: an address may be a family's. */
export const namesOf = ({ dnis, core_ids }: Handles): string[] => [...dnis, ...core_ids];
