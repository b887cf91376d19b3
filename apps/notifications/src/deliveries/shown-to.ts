import { holdsCompany, type Caller } from '@herald/auth';
import type { HiddenName } from '@herald/subjects';

/** Tells of which companies a caller may see what was sent to a device. */
export type IsShown = (company_id: string) => boolean;

/** With what hides the device from the caller, as the device of a blocked person. */
export const shownTo =
  (caller: Caller, hidden: HiddenName[]): IsShown =>
  (company_id) =>
    holdsCompany(caller, company_id) && !hidden.some((one) => one.company_id === company_id);
