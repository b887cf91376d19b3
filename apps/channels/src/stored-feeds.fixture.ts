import { randomUUID } from 'node:crypto';

/** Core feeds of two companies, the oldest first. */
export const storedFeeds = ['1', '2', '1', '1'].map((company_id, at) => ({
  uuid: randomUUID(),
  company_id,
  name: `feed ${at}`,
  created_at: new Date(Date.UTC(2026, 0, at + 1)),
  updated_at: new Date(),
}));
