import { deliveryActions, integer, oneOf, optional, string } from '@herald/contracts';
import { record, type Stored } from '@herald/persistence';

/**
 * The devices of campaigns that have reported, or that joined after the first walk: their key makes these unique. All
 * others stand in portions. What became of a device stands in the list of its batch.
 */
export const targets = record('targets', {
  internal: {
    /** `<campaign's uuid>/<core_id>`. */
    _id: string(),
    /** The batch's number. */
    batch: integer(),
    action: optional(oneOf(...deliveryActions)),
    /** Of the report with the action. */
    revision: optional(integer()),
    /** The batch's id, once the device has reported. */
    reported_in: optional(string()),
  },
  personal: ['_id'],
  impersonal: ['batch', 'action', 'revision', 'reported_in'],
  indexes: [[{ reported_in: 1 }, { partialFilterExpression: { reported_in: { $exists: true } } }]],
  shardKey: ['_id'],
});
export type Target = Stored<typeof targets>;

export const targetId = (campaignUuid: string, coreId: string): string => `${campaignUuid}/${coreId}`;

export const uuidOf = (targetId: string): string => targetId.slice(0, targetId.indexOf('/'));

export const coreIdOf = (targetId: string): string => targetId.slice(targetId.indexOf('/') + 1);

/** The filter of all targets of a campaign: their keys begin with its uuid. */
export const targetsOf = (campaignUuid: string) => ({ _id: { $gte: `${campaignUuid}/`, $lt: `${campaignUuid}0` } });
