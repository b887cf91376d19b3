import type { CallOptions, Reply } from './call-service';

/** A device as the index answers it, with the requested fields. */
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
export type DevicePage = {
  data: KnownDevice[];
  page: number;
  per_page: number;
  total: number;
  /** Only with `after`: the cursor of the next page, null at the end. */
  next?: string | null;
};
/** A page by number, or by `after`: empty text begins a walk, the previous page's `next` continues it. */
export type DevicePageRequest = {
  page?: number;
  after?: string;
  per_page: number;
  fields?: string[];
  /** The first page of a walk does not wait until all are counted: `total` may be an estimate. */
  estimates_total?: boolean;
  /** Of the index alone: leaves out blocked devices, which services see. */
  without_blocked?: boolean;
};

const pageTimeoutMs = 30_000;

/** A page of a walk may hold thousands of devices and serves no interactive request. */
export const pageOptions = ({ after }: DevicePageRequest): Pick<CallOptions, 'timeoutMs' | 'isLarge'> =>
  after === undefined ? {} : { timeoutMs: pageTimeoutMs, isLarge: true };

/** The query of a call for a page of devices. */
export function devicePageQuery({
  page = 1,
  after,
  per_page,
  fields,
  ...rest
}: DevicePageRequest): Record<string, string> {
  return {
    page: String(page),
    per_page: String(per_page),
    ...(after === undefined ? {} : { after }),
    ...(fields ? { fields: fields.join() } : {}),
    ...(rest.estimates_total ? { estimates_total: 'true' } : {}),
    ...(rest.without_blocked ? { without_blocked: 'true' } : {}),
  };
}

/** The page of a response. */
export function devicePageOf({ body }: Reply, { page = 1, per_page }: DevicePageRequest): DevicePage {
  const { data, total, next } = body as DevicePage;
  return { data, page, per_page, total, ...(next === undefined ? {} : { next }) };
}
