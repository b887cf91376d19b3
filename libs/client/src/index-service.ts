import { DependencyDown } from './breaker';
import type { CallService } from './call-service';
import { devicePageOf, devicePageQuery, pageOptions, type DevicePage, type DevicePageRequest } from './device-page';

export type IndexClient = ReturnType<typeof indexClient>;

/** Searches devices in the index. */
export function indexClient(call: CallService) {
  return {
    /** One page of the devices that match the filters. The caller must add the company to the filters. */
    async searchDevices(filters: Readonly<Record<string, unknown>>, request: DevicePageRequest): Promise<DevicePage> {
      const options = { query: devicePageQuery(request), ...pageOptions(request) };
      const reply = await call('/index/v1/device', { method: 'POST', body: filters, safe: true, ...options });
      if (reply.status !== 200) throw new DependencyDown(`index answered ${reply.status}`);
      return devicePageOf(reply, request);
    },
  };
}
