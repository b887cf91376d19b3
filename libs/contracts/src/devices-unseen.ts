import { companyId, isoDate } from './fields';
import { message } from './message';
import { list, string } from './schema';

/**
 * A company's devices have not reported for the time of their retention: every service removes what it keeps to reach
 * them. A record that was written since then stays: the device has returned.
 */
export const devicesUnseen = message('devices.unseen', {
  company_id: companyId(),
  core_ids: list(string()).min(1),
  since: isoDate(),
});
