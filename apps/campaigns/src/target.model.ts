import type { DeliveryAction } from '@herald/contracts';
import { collection } from '@herald/persistence';

export const targetStatuses = ['pending', 'sended', 'fails'] as const;
export type TargetStatus = (typeof targetStatuses)[number];

/** One device of a campaign. Its key is all that makes it unique: there may be millions, and each index would cost again. */
export type Target = {
  /** `<campaign's uuid>/<core_id>`. */
  _id: string;
  /** The batch's number. */
  batch: number;
  status: TargetStatus;
  /** Why it failed, in the provider's words. */
  reason?: string;
  settled_at?: Date;
  action?: DeliveryAction;
  /** Of the report that told the action. */
  revision?: number;
  /** The batch's id, once the device has reported. */
  reported_in?: string;
};

export const targetModel = collection<Target>('targets', {
  fields: {
    _id: String,
    batch: Number,
    status: String,
    reason: String,
    settled_at: Date,
    action: String,
    revision: Number,
    reported_in: String,
  },
  indexes: [
    [{ status: 1, _id: 1 }, { partialFilterExpression: { status: 'fails' } }],
    [{ reported_in: 1 }, { partialFilterExpression: { reported_in: { $exists: true } } }],
  ],
});

export const targetId = (campaignUuid: string, coreId: string): string => `${campaignUuid}/${coreId}`;

export const coreIdOf = (targetId: string): string => targetId.slice(targetId.indexOf('/') + 1);

/** All targets of a campaign: their keys begin with its uuid. */
export const targetsOf = (campaignUuid: string) => ({ _id: { $gte: `${campaignUuid}/`, $lt: `${campaignUuid}0` } });
