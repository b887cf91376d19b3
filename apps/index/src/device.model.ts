import type { SearchKeys } from '@herald/device-query';
import { timestamp, type FieldTimes } from '@herald/contracts';
import { shape } from '@herald/http';
import { json, collection } from '@herald/persistence';
import Joi from 'joi';
import type { AppEntry } from './app-entry';

export type Device = SearchKeys & {
  company_id: string;
  core_id: string;
  brand: string;
  model: string;
  imei: string;
  emulator: boolean;
  system_name: string;
  system_version: string;
  location: [number, number] | null;
  apps: AppEntry[];
  said: FieldTimes;
  revision: number;
  created_at: Date;
  updated_at: Date;
};

const searched = [
  ...['brand', 'model', 'imei', 'emulator', 'system_name', 'system_version', 'created_at', 'updated_at'],
  ...['apps.app_id', 'apps.created_at', 'apps.updated_at', 'app_keys'],
];

export const deviceModel = collection<Device>('devices', {
  fields: {
    company_id: String,
    core_id: String,
    brand: String,
    model: String,
    imei: String,
    emulator: Boolean,
    system_name: String,
    system_version: String,
    location: json,
    apps: json,
    app_keys: [String],
    trigrams: [String],
    said: json,
    revision: Number,
    created_at: Date,
    updated_at: Date,
  },
  indexes: [
    [{ core_id: 1, company_id: 1 }, { unique: true }],
    [{ company_id: 1, _id: 1 }],
    // The attribute comes first: services search through all companies, tenants through theirs, and both find an index.
    ...searched.map((name): [Record<string, 1>] => [{ [name]: 1, company_id: 1, _id: 1 }]),
    [{ trigrams: 1 }],
  ],
});

/** What is read for an answer: nothing that only serves the house. */
export const shownFields = { said: 0, revision: 0, app_keys: 0, trigrams: 0 } as const;

const text = () => Joi.string().allow('');

export const deviceShape = shape({
  core_id: text(),
  brand: text(),
  model: text(),
  imei: text(),
  emulator: Joi.boolean(),
  system_name: text(),
  system_version: text(),
  location: Joi.array().items(Joi.number()).length(2).allow(null),
  apps: Joi.array().items(
    shape({
      app_id: text(),
      tags: Joi.object().unknown(),
      version: text(),
      created_at: timestamp(),
      updated_at: timestamp(),
    }),
  ),
  created_at: timestamp(),
  updated_at: timestamp(),
});

/** A device as answers show it. */
export function toDevice({ core_id, brand, model, imei, emulator, system_name, system_version, ...rest }: Device) {
  const { location, apps, created_at, updated_at } = rest;
  const attributes = { core_id, brand, model, imei, emulator, system_name, system_version };
  return { ...attributes, location, apps, created_at, updated_at };
}
