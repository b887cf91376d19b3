import { timestamp } from '@herald/envelopes';
import { shape } from '@herald/http';
import { collection } from '@herald/persistence';
import Joi from 'joi';

/** Where a channel's messages come from: up to two ids in that source, each with the kind of id it is. */
export type DataSource = { source: string; id_1_name: string; id_1: string; id_2_name?: string; id_2?: string };

/** Stands between messages and devices. */
export type Channel = {
  uuid: string;
  company_id: string;
  app_id?: string;
  name: string;
  message_type: string;
  /** The linked app must have an open session to access the channel. */
  logged_required: boolean;
  data_source: DataSource & { created_at: Date; updated_at: Date };
  created_at: Date;
  updated_at: Date;
};

const newestFirst = { created_at: -1, uuid: 1 } as const;

export const channelModel = collection<Channel>('channels', {
  fields: {
    uuid: String,
    company_id: String,
    app_id: String,
    name: String,
    message_type: String,
    logged_required: Boolean,
    data_source: {
      source: String,
      id_1_name: String,
      id_1: String,
      id_2_name: String,
      id_2: String,
      created_at: Date,
      updated_at: Date,
    },
  },
  indexes: [
    [{ uuid: 1 }, { unique: true }],
    [newestFirst],
    [{ company_id: 1, ...newestFirst }],
    [{ company_id: 1, app_id: 1, ...newestFirst }],
    [{ app_id: 1, ...newestFirst }],
  ],
  timestamps: true,
});

export const newChannelShape = shape({
  uuid: Joi.string(),
  company_id: Joi.string(),
  app_id: Joi.string().allow(null),
  name: Joi.string(),
  message_type: Joi.string(),
  data_source: Joi.object({
    source: Joi.string(),
    id_1_name: Joi.string(),
    id_1: Joi.string(),
    id_2_name: Joi.string().allow(null),
    id_2: Joi.string().allow(null),
    created_at: timestamp(),
    updated_at: timestamp(),
  }),
  created_at: timestamp(),
  updated_at: timestamp(),
});

export const channelShape = newChannelShape.keys({ logged_required: Joi.boolean() });

/** A channel as the answer to its creation shows it: that answer was agreed on without `logged_required`. */
export function toNewChannel({ uuid, company_id, app_id, name, message_type, ...channel }: Channel) {
  const { data_source, created_at, updated_at } = channel;
  const { id_2_name, id_2 } = data_source;
  return {
    uuid,
    company_id,
    app_id: app_id ?? null,
    name,
    message_type,
    data_source: { ...data_source, id_2_name: id_2_name ?? null, id_2: id_2 ?? null },
    created_at,
    updated_at,
  };
}

/** A channel as reads show it. */
export function toChannel(channel: Channel) {
  return { ...toNewChannel(channel), logged_required: channel.logged_required };
}
