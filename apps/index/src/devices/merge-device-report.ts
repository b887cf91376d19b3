import { mergeNewer, type DeviceRegistered } from '@herald/contracts';
import { searchKeysOf } from '@herald/device-query';
import { newerBlock } from '@herald/subjects';
import { mergeApp, type AppUpdate } from '../apps/merge-app';
import { hasSameTimes, mergeTimes } from '../record-times';
import type { Device } from './device.model';

type Attributes = Pick<Device, 'brand' | 'model' | 'imei' | 'emulator' | 'system_name' | 'system_version' | 'location'>;

/** A device without any attributes. */
export function blankDevice({ company_id, core_id, reported_at }: DeviceRegistered): Device {
  const at = new Date(reported_at);
  const texts = { brand: '', model: '', imei: '', system_name: '', system_version: '' };
  const empty = { emulator: false, location: null, apps: [], said: {}, revision: 1, app_keys: [], trigrams: [] };
  return { company_id, core_id, ...texts, ...empty, created_at: at, updated_at: at };
}

/** Merges a report into a device; returns the same device for no change. */
export function mergeDeviceReport(device: Device, report: DeviceRegistered): Device {
  const at = new Date(report.reported_at);
  const { known, said } = mergeNewer<Attributes>(device, device, { fields: attributesOf(report), at });
  const { app_id, version, tags } = report.app;
  const block = newerBlock(device.block, report.block);
  return mergeDeviceApp(device, { ...device, ...known, said, block }, { app_id, version, tags, at });
}

/** Merges an update of one app into a changed device; returns `before` for no change. */
export function mergeDeviceApp(before: Device, device: Device, update: AppUpdate): Device {
  const { apps, said } = mergeApp(device, update, (entry) => entry);
  const times = mergeTimes(device, update.at);
  const isSame = said === before.said && apps === before.apps && device.block === before.block;
  if (isSame && hasSameTimes(before, times)) return before;
  const merged = { ...device, apps, said, ...times };
  return { ...merged, ...searchKeysOf(merged) };
}

const maxLength = 256;

/** The attributes of a report. Those that it does not name are undefined and stay unchanged. */
function attributesOf({ characteristics, location }: DeviceRegistered): Partial<Attributes> {
  const { brand, model, imei, emulator, system_name, system_version } = characteristics;
  return {
    brand: toText(brand),
    model: toText(model),
    imei: toText(imei),
    emulator: toBoolean(emulator),
    system_name: toSystemName(system_name),
    system_version: toText(system_version),
    location,
  };
}

function toText(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  return String(value).trim().slice(0, maxLength);
}

function toBoolean(value: unknown): boolean | undefined {
  const name = String(value).trim().toLowerCase();
  return name === 'true' || name === 'false' ? name === 'true' : undefined;
}

function toSystemName(value: unknown): string | undefined {
  const name = toText(value)?.toLowerCase();
  return name === 'android' || name === 'ios' ? name : undefined;
}
