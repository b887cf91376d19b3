import type { Entry } from '../store/store';
import { propertiesOf, type Message } from '../wire/message';
import { headersOf, joinProperties, withHeaders } from '../wire/properties';
import type { Queue } from './queue';

/** A quorum queue says with each redelivery how often the message came back. */
export function withDeliveryCount({ settings }: Queue, { message, returns }: Entry): Message {
  if (settings.type !== 'quorum' || returns === 0) return message;
  const properties = propertiesOf(message);
  const headers = new Map(headersOf(properties) ?? []).set('x-delivery-count', { type: 'l', value: BigInt(returns) });
  const section = joinProperties(withHeaders(properties, headers));
  const body = message.content.subarray(message.propertiesLength);
  return { ...message, content: Buffer.concat([section, body]), propertiesLength: section.length };
}
