import { isObject, unknownFieldFault, type Fault, type Fields } from './fcm-fields';

type FcmMessage = { readonly token: string; readonly message: Fields; readonly isDryRun: boolean };

const maxBytes = 4_096;
const reservedKey = /^(?:from|message_type|google\.?.*|gcm\..*)$/;
const duration = /^\d+(?:\.\d{1,9})?s$/;

/** Parses and validates a request's body as FCM does; returns the fault if FCM would reject it. */
export function parseFcmMessage(body: Buffer): FcmMessage | Fault {
  let request: unknown;
  try {
    request = JSON.parse(body.toString());
  } catch {
    return { message: 'Invalid JSON payload received.' };
  }
  if (!isObject(request)) return { message: 'Invalid JSON payload received.' };
  const { message } = request;
  if (!isObject(message)) return { message: 'The message is not set.', field: 'message' };
  const { token } = message;
  if (typeof token !== 'string' || token === '') {
    return { message: 'Recipient of the message is not set.', field: 'message.token' };
  }
  const fault = unknownFieldFault(request, '') ?? messageFault(message) ?? sizeFault(body, message);
  const isDryRun = request.validate_only === true || request.validateOnly === true;
  return fault ?? { token, message, isDryRun };
}

function messageFault(message: Fields): Fault | undefined {
  if (message.topic !== undefined || message.condition !== undefined) {
    return { message: 'Only one of token, topic and condition may be set.', field: 'message' };
  }
  return (
    unknownFieldFault(message, 'message') ??
    dataFault(message.data, 'message.data') ??
    notificationFault(message.notification) ??
    androidFault(message.android) ??
    apnsFault(message.apns)
  );
}

function dataFault(data: unknown, field: string): Fault | undefined {
  if (data === undefined) return undefined;
  if (!isObject(data)) return { message: `Invalid value at '${field}'`, field };
  for (const key in data) {
    if (typeof data[key] !== 'string') return { message: `Invalid value at '${field}' (${key}: TYPE_STRING)`, field };
    if (reservedKey.test(key)) return { message: `Invalid data payload key: ${key}`, field: `${field}[${key}]` };
  }
  return undefined;
}

function notificationFault(notification: unknown): Fault | undefined {
  if (notification === undefined) return undefined;
  const field = 'message.notification';
  if (!isObject(notification)) return { message: `Invalid value at '${field}'`, field };
  for (const key in notification) {
    if (typeof notification[key] !== 'string') {
      return { message: `Invalid value at '${field}.${key}' (TYPE_STRING)`, field: `${field}.${key}` };
    }
  }
  return unknownFieldFault(notification, field);
}

function androidFault(android: unknown): Fault | undefined {
  if (android === undefined) return undefined;
  const field = 'message.android';
  if (!isObject(android)) return { message: `Invalid value at '${field}'`, field };
  const { ttl, priority } = android;
  if (ttl !== undefined && !(typeof ttl === 'string' && duration.test(ttl))) {
    return { message: `Invalid value at '${field}.ttl' (Duration)`, field: `${field}.ttl` };
  }
  if (priority !== undefined && !/^(?:normal|high)$/i.test(String(priority))) {
    return { message: `Invalid value at '${field}.priority'`, field: `${field}.priority` };
  }
  return unknownFieldFault(android, field) ?? dataFault(android.data, `${field}.data`);
}

function apnsFault(apns: unknown): Fault | undefined {
  if (apns === undefined) return undefined;
  const field = 'message.apns';
  if (!isObject(apns)) return { message: `Invalid value at '${field}'`, field };
  const { payload } = apns;
  if (payload !== undefined && !isObject(payload)) {
    return { message: `Invalid value at '${field}.payload'`, field: `${field}.payload` };
  }
  return unknownFieldFault(apns, field) ?? dataFault(apns.headers, `${field}.headers`);
}

/** FCM counts the bytes of keys and values without JSON syntax; for iPhones, the payload as APNs receives it. */
function sizeFault(body: Buffer, message: Fields): Fault | undefined {
  if (body.length <= maxBytes) return undefined;
  const android = isObject(message.android) ? message.android : {};
  const bytes = bytesOf(message.notification) + bytesOf(android.notification) + bytesOf(android.data ?? message.data);
  if (bytes > maxBytes) return { message: 'Android message is too big', field: 'message' };
  const payload = isObject(message.apns) ? message.apns.payload : undefined;
  return payload !== undefined && Buffer.byteLength(JSON.stringify(payload)) > maxBytes
    ? { message: 'APNs payload is too big', field: 'message.apns.payload' }
    : undefined;
}

function bytesOf(value: unknown): number {
  if (value === undefined) return 0;
  if (typeof value !== 'object' || value === null) return Buffer.byteLength(String(value));
  const isList = Array.isArray(value);
  return Object.entries(value).reduce(
    (sum, [key, inner]) => sum + (isList ? 0 : Buffer.byteLength(key)) + bytesOf(inner),
    0,
  );
}
