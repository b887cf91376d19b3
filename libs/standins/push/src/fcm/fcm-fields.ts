export type Fields = Readonly<Record<string, unknown>>;
/** Why FCM rejects a message, in its own words, and the field. */
export type Fault = { readonly message: string; readonly field?: string };

/** The field names of google.firebase.fcm.v1. JSON may use underscores or camel case. */
const fieldNames: Record<string, string> = {
  '': 'message validate_only',
  message: 'name data notification android webpush apns fcm_options token topic condition',
  'message.notification': 'title body image',
  'message.android':
    'collapse_key priority ttl restricted_package_name data notification fcm_options direct_boot_ok ' +
    'bandwidth_constrained_ok restricted_satellite_ok',
  'message.apns': 'headers payload fcm_options live_activity_token',
};

const allowedFields = new Map(
  Object.entries(fieldNames).map(([at, list]) => {
    const accepted = list.split(' ').flatMap((name) => [name, toCamelCase(name)]);
    return [at, new Set(accepted)];
  }),
);

function toCamelCase(name: string): string {
  return name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A field that FCM does not know: it rejects the whole message, which reveals misspelt names. */
export function unknownFieldFault(value: Fields, at: string): Fault | undefined {
  const allowed = allowedFields.get(at);
  for (const name in value) {
    if (allowed?.has(name)) continue;
    return {
      message: `Invalid JSON payload received. Unknown name "${name}"${at ? ` at '${at}'` : ''}: Cannot find field.`,
      field: at,
    };
  }
  return undefined;
}
