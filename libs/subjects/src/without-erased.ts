import { allMessages, type ErasedNames, type Message } from '@herald/contracts';

const types = new Map(allMessages.map((one) => [one.type, one]));

/** Whether a message must reach its service: an erasure removes it only once it is a dead letter. */
export const isNeeded = ({ type }: Pick<Message, 'type'>): boolean => types.get(type)?.isNeeded ?? false;

/**
 * What is left of a message once persons are erased: undefined for nothing, the same message if it names none of them.
 * A message that no service can read is removed whole if it names one.
 */
export function withoutErased(message: Message, erased: ErasedNames): Message | undefined {
  const { messages } = message as Message & { messages?: unknown };
  if (Array.isArray(messages)) return leftOfGathered(message, messages as { message: Message }[], erased);
  return leftOf(message, erased);
}

function leftOf(message: Message, erased: ErasedNames): Message | undefined {
  const type = types.get(message.type);
  const { value: data, error } = type?.schema.validate(message.data, { allowUnknown: true }) ?? { error: true };
  if (error || !type || data === undefined) {
    const { company_id } = (message.data ?? {}) as { company_id?: unknown };
    const isNamed = namesErased(
      JSON.stringify(message),
      erased,
      company_id === undefined ? company_id : `${company_id}`,
    );
    return isNamed ? undefined : message;
  }
  const left = type.without ? type.without(data, erased) : data;
  if (left === undefined) return undefined;
  return JSON.stringify(left) === JSON.stringify(data) ? message : { ...message, data: left };
}

/** What is left of messages that were gathered into one. */
function leftOfGathered(gathered: Message, messages: { message: Message }[], erased: ErasedNames) {
  const left = messages.flatMap((one) => {
    // Other senders may have written anything.
    const before = (one as typeof one | null)?.message ?? nothing;
    const message = withoutErased(before, erased);
    return message ? [message === before ? one : { ...one, message }] : [];
  });
  if (left.length === 0) return undefined;
  const isSame = left.length === messages.length && left.every((one, at) => one === messages[at]);
  return isSame ? gathered : ({ ...gathered, messages: left } as Message);
}

const nothing = {} as Message;

/** Whether any text in JSON, or in what is left of some, names an erased person. */
export const namesErased = (json: string, { isErased }: ErasedNames, company_id?: string): boolean =>
  [...json.matchAll(/"([^"\\]*(?:\\.[^"\\]*)*)(?:"|$)/gs)].some(([, text]) => isErased(text, company_id));
