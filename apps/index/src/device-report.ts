import { searchKeysOf } from '@herald/device-query';
import { mergeNewer, type DeviceRegistered } from '@herald/contracts';
import { withApp, type AppNews } from './app-entry';
import type { Device } from './device.model';
import { isAsOld, timesWith } from './times';

type Attributes = Pick<Device, 'brand' | 'model' | 'imei' | 'emulator' | 'system_name' | 'system_version' | 'location'>;

/** A device of which nothing is known yet. */
export function blankDevice({ company_id, core_id, reported_at }: DeviceRegistered): Device {
  const at = new Date(reported_at);
  const texts = { brand: '', model: '', imei: '', system_name: '', system_version: '' };
  const empty = { emulator: false, location: null, apps: [], said: {}, revision: 1, app_keys: [], trigrams: [] };
  return { company_id, core_id, ...texts, ...empty, created_at: at, updated_at: at };
}

/** The device with a report in it; the very same device when the report brings nothing new. */
export function withReport(device: Device, report: DeviceRegistered): Device {
  const at = new Date(report.reported_at);
  const { known, said } = mergeNewer<Attributes>(device, device, { fields: attributesOf(report), at });
  const { app_id, version, tags } = report.app;
  return withAppNews(device, { ...device, ...known, said }, { app_id, version, tags, at });
}

/** The device with news of one of its apps; `before` itself when nothing is new. */
export function withAppNews(before: Device, device: Device, news: AppNews): Device {
  const { apps, said } = withApp(device, news, (entry) => entry);
  const times = timesWith(device, news.at);
  if (said === before.said && apps === before.apps && isAsOld(before, times)) return before;
  const now = { ...device, apps, said, ...times };
  return { ...now, ...searchKeysOf(now) };
}

const longest = 256;

/** What the index keeps of a device's characteristics. What a report does not name stays as it was. */
function attributesOf({ characteristics, location }: DeviceRegistered): Partial<Attributes> {
  const { brand, model, imei, emulator, system_name, system_version } = characteristics;
  return {
    brand: textOf(brand),
    model: textOf(model),
    imei: textOf(imei),
    emulator: truthOf(emulator),
    system_name: systemOf(system_name),
    system_version: textOf(system_version),
    location,
  };
}

function textOf(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  return String(value).trim().slice(0, longest);
}

function truthOf(value: unknown): boolean | undefined {
  const said = String(value).trim().toLowerCase();
  return said === 'true' ? true : said === 'false' ? false : undefined;
}

function systemOf(value: unknown): string | undefined {
  const name = textOf(value)?.toLowerCase();
  return name === 'android' || name === 'ios' ? name : undefined;
}
