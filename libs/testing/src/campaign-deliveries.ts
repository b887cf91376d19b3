import { createHash } from 'node:crypto';

const beginning = (campaign: string) => campaign.slice(0, 14);

/** The uuid (version 8) that a device was sent: it begins as its campaign's, and apps find it in the push. */
export function pushUuid(campaign: string, coreId: string): string {
  const hash = createHash('sha1')
    .update(Buffer.from(campaign.replaceAll('-', ''), 'hex'))
    .update(coreId)
    .digest();
  hash[8] = (hash[8]! & 0x3f) | 0x80;
  const name = hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return `${beginning(campaign)}8${name.slice(15)}`;
}

/** The filter of all delivery records of a campaign: it has a millisecond for itself in a test. */
export const deliveriesOf = (campaign: string) => ({
  _id: { $gte: `${beginning(campaign)}8`, $lt: `${beginning(campaign)}9` } as never,
});

/** Those whose outcome is known. */
export const settledDeliveriesOf = (campaign: string) => ({ ...deliveriesOf(campaign), settled: { $ne: false } });
