export type Fields = Readonly<Record<string, unknown>>;
/** What FCM would refuse, in its words, and where. */
export type Fault = { readonly message: string; readonly field?: string };

/** Names of google.firebase.fcm.v1; its JSON may be written with underscores or in camel case. */
const names: Record<string, string> = {
  '': 'message validate_only',
  message: 'name data notification android webpush apns fcm_options token topic condition',
  'message.notification': 'title body image',
  'message.android':
    'collapse_key priority ttl restricted_package_name data notification fcm_options direct_boot_ok ' +
    'bandwidth_constrained_ok restricted_satellite_ok',
  'message.apns': 'headers payload fcm_options live_activity_token',
};

const known = new Map(
  Object.entries(names).map(([at, list]) => {
    const written = list.split(' ').flatMap((name) => [name, camelCase(name)]);
    return [at, new Set(written)];
  }),
);

function camelCase(name: string): string {
  return name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** Whether a value has fields. */
export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** FCM refuses a message with a field it does not know, which is how a misspelt one is found. */
export function unknownName(value: Fields, at: string): Fault | undefined {
  const allowed = known.get(at);
  for (const name in value) {
    if (allowed?.has(name)) continue;
    return {
      message: `Invalid JSON payload received. Unknown name "${name}"${at ? ` at '${at}'` : ''}: Cannot find field.`,
      field: at,
    };
  }
  return undefined;
}
