import { splitProperties, type Properties } from './properties';

/** A published message. Its content is one buffer, properties before body, to save memory in long queues. */
export type Message = {
  readonly exchange: string;
  readonly routingKey: string;
  readonly content: Buffer;
  readonly propertiesLength: number;
  readonly persistent: boolean;
  /** Whether it has its own time to live. */
  readonly expires: boolean;
};

/** The properties of a message. */
export function propertiesOf(message: Message): Properties {
  return splitProperties(message.content.subarray(0, message.propertiesLength));
}
