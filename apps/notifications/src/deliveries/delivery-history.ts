import { list, nullable, object, string, timestamp, type TypeOf } from '@herald/contracts';
import { providerName } from '../providers/provider';
import { deliveryFields, toDeliveryAnswer, type Delivery } from './delivery.model';

/** A delivery record with all tries and reports. */
export const deliveryHistory = object({
  ...deliveryFields,
  campaign_uuid: nullable(string()),
  provider: nullable(providerName()),
  name: nullable(string().allow('')),
  tries: list(object({ at: timestamp(), outcome: string(), answer: string().allow('') })),
  reports: list(object({ action: string(), at: timestamp() })),
});

export function toDeliveryHistory(delivery: Delivery): TypeOf<typeof deliveryHistory> {
  const { campaign_uuid, provider, name, created_at, reports = [] } = delivery;
  const { tries = [{ at: created_at, outcome: 'sent' as const, answer: '' }] } = delivery;
  return { ...toDeliveryAnswer(delivery), campaign_uuid, provider, name, tries, reports };
}
