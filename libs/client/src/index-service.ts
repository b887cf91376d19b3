import { DependencyDown } from './breaker';
import type { CallService } from './call-service';

/** A device as the index shows it, with the fields that were asked for. */
export type KnownDevice = {
  core_id?: string;
  brand?: string;
  model?: string;
  imei?: string;
  emulator?: boolean;
  system_name?: string;
  system_version?: string;
  location?: [number, number] | null;
  apps?: { app_id: string; tags: Record<string, string>; version: string; created_at: string; updated_at: string }[];
  created_at?: string;
  updated_at?: string;
};
export type DevicePage = { data: KnownDevice[]; page: number; per_page: number; total: number };
export type DevicePageRequest = { page: number; per_page: number; fields?: string[] };
export type IndexClient = ReturnType<typeof indexClient>;

/** What other services ask of the index. */
export function indexClient(call: CallService) {
  return {
    /** One page of the devices that filters find. The caller puts the company among the filters: nobody else does. */
    async searchDevices(
      filters: Readonly<Record<string, unknown>>,
      { page, per_page, fields }: DevicePageRequest,
    ): Promise<DevicePage> {
      const query = { page: String(page), per_page: String(per_page), ...(fields ? { fields: fields.join() } : {}) };
      const { status, body } = await call('/index/v1/device', { method: 'POST', query, body: filters, safe: true });
      if (status !== 200) throw new DependencyDown(`index answered ${status}`);
      const { data, total } = body as DevicePage;
      return { data, page, per_page, total };
    },
  };
}
