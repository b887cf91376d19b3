import { anyObject, mapOf, object, string, text, timestamp, type TypeOf } from '@herald/contracts';

const anyText = () => string().allow('');

/** An app's id. It becomes part of names in stored records. */
export const appId = () =>
  text(64)
    .pattern(/^[\w-]+$/)
    .messages({ 'string.pattern.base': 'must be the id of an app' });

export const appEntryFields = {
  app_id: anyText(),
  tags: mapOf(anyText()),
  version: anyText(),
  created_at: timestamp(),
  updated_at: timestamp(),
};

/** An app as it is stored with a device or an identity. */
export const appEntry = object(appEntryFields);
export type AppEntry = TypeOf<typeof appEntry>;

export const appAnswerFields = { ...appEntryFields, tags: anyObject() };
