import { normalDni } from '@herald/contracts';

/** A number is stored as its country prints it: with or without a hyphen before the check digit. */
export function ninForms(nin: string): string[] {
  const normal = normalDni(nin);
  return [...new Set([nin, normal, `${normal.slice(0, -1)}-${normal.slice(-1)}`])];
}
