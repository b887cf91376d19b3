import { boolean, nullable, object, optional, string, timestamp, type TypeOf } from '@herald/contracts';
import { record, type Stored } from '@herald/persistence';

const newestFirst = { created_at: -1, uuid: 1 } as const;

/** Where a channel's messages come from: up to two ids in that source, each with the kind of id it is. */
const dataSource = {
  source: string(),
  id_1_name: string(),
  id_1: string(),
  id_2_name: optional(string()),
  id_2: optional(string()),
  created_at: timestamp(),
  updated_at: timestamp(),
};

const fields = {
  uuid: string(),
  company_id: string(),
  app_id: optional(string()),
  name: string(),
  message_type: string(),
  data_source: object(dataSource),
};

/** Channels connect messages with devices. */
export const channels = record('channels', {
  fields: {
    ...fields,
    /** The linked app must have an open session to access the channel. */
    logged_required: boolean(),
  },
  // The ids of a source name what its messages are about, such as a core feed.
  personal: [],
  impersonal: ['uuid', 'company_id', 'app_id', 'name', 'message_type', 'logged_required', 'data_source'],
  indexes: [
    [{ uuid: 1 }, { unique: true }],
    [newestFirst],
    [{ company_id: 1, ...newestFirst }],
    [{ company_id: 1, app_id: 1, ...newestFirst }],
    [{ app_id: 1, ...newestFirst }],
  ],
  timestamps: true,
  shardKey: ['uuid'],
});
export type Channel = Stored<typeof channels>;

const { logged_required, ...ofNewChannel } = channels.fields;
const orNull = { app_id: nullable(string()) };
const dataSourceAnswer = object({ ...dataSource, id_2_name: nullable(string()), id_2: nullable(string()) });

/** The contract's answer to a creation, which has no `logged_required`. */
export const newChannelAnswer = object({ ...ofNewChannel, ...orNull, data_source: dataSourceAnswer });
export const channelAnswer = object({ ...channels.fields, ...orNull, data_source: dataSourceAnswer });

export function toNewChannelAnswer(channel: Channel): TypeOf<typeof newChannelAnswer> {
  const { logged_required: _, ...answer } = toChannelAnswer(channel);
  return answer;
}

export function toChannelAnswer(channel: Channel): TypeOf<typeof channelAnswer> {
  const { app_id = null, data_source, ...answer } = channels.toAnswer(channel);
  const { id_2_name = null, id_2 = null } = data_source;
  return { ...answer, app_id, data_source: { ...data_source, id_2_name, id_2 } };
}
