import { randomUUID } from 'node:crypto';

const owners = [
  { company_id: '1', app_id: '7' },
  { company_id: '2', app_id: '7' },
  { company_id: '1', app_id: '8' },
  { company_id: '1' },
];
/** Channels of two companies, the oldest first. */
export const storedChannels = owners.map((owner, at) => {
  const times = { created_at: new Date(Date.UTC(2026, 0, at + 1)), updated_at: new Date(Date.UTC(2026, 0, at + 1)) };
  const data_source = { source: 'messages', id_1_name: 'message_id', id_1: `m${at}`, ...times };
  const rest = { name: `channel ${at}`, message_type: 'banner', logged_required: at === 0, data_source, ...times };
  return { uuid: randomUUID(), ...owner, ...rest };
});
