import { deliveryActions, integer, oneOf, optional, string, timestamp, type TypeOf } from '@herald/contracts';
import { record, type Stored } from '@herald/persistence';

export const targetStatuses = ['pending', 'sended', 'fails'] as const;
export const targetStatus = () => oneOf(...targetStatuses);
export type TargetStatus = TypeOf<ReturnType<typeof targetStatus>>;

/** The devices of campaigns. There may be millions: their key is all that makes them unique, and each index costs. */
export const targets = record('targets', {
  internal: {
    /** `<campaign's uuid>/<core_id>`. */
    _id: string(),
    /** The batch's number. */
    batch: integer(),
    status: targetStatus(),
    /** Why it failed, in the provider's words. */
    reason: optional(string()),
    settled_at: optional(timestamp()),
    action: optional(oneOf(...deliveryActions)),
    /** Of the report with the action. */
    revision: optional(integer()),
    /** The batch's id, once the device has reported. */
    reported_in: optional(string()),
  },
  indexes: [
    [{ status: 1, _id: 1 }, { partialFilterExpression: { status: 'fails' } }],
    [{ reported_in: 1 }, { partialFilterExpression: { reported_in: { $exists: true } } }],
  ],
});
export type Target = Stored<typeof targets>;

export const targetId = (campaignUuid: string, coreId: string): string => `${campaignUuid}/${coreId}`;

export const coreIdOf = (targetId: string): string => targetId.slice(targetId.indexOf('/') + 1);

/** The filter of all targets of a campaign: their keys begin with its uuid. */
export const targetsOf = (campaignUuid: string) => ({ _id: { $gte: `${campaignUuid}/`, $lt: `${campaignUuid}0` } });
