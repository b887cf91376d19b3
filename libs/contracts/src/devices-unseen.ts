import { companyId, isoDate } from './fields';
import { message } from './message';
import { list, string } from './schema';

/**
 * A company's devices have not reported for the time of their retention: every service removes what it keeps to reach
 * them. A record that was written since then stays: the device has returned.
 */
export const devicesUnseen = message(
  'devices.unseen',
  {
    company_id: companyId(),
    core_ids: list(string()).min(1),
    since: isoDate(),
  },
  {
    personal: ['core_ids'],
    impersonal: ['company_id', 'since'],
    without(data, { isErased }) {
      const core_ids = data.core_ids.filter((coreId) => !isErased(coreId, data.company_id));
      return core_ids.length > 0 ? { ...data, core_ids } : undefined;
    },
  },
);
