/** A whole record as an application sends it. */
export const record = {
  company_id: 1,
  application: 'wallet',
  audit_slug: 'login-ok',
  created_at: '2026-01-05T10:00:00.000Z',
  extra_data: 'plain text',
  location: 'Santiago',
  platform: 'mobile',
  type_audit: 'login',
  source: { os: 'android', core_id: 'phone-1', emulator: false, latGeo: '-33.4', sdk_version: { sdk_audit: '1.2' } },
  transaction: { method: 'POST', operation: 'login', result: 'ok', timestamp: '1767607200', type: 'x' },
};

/** The same record as an answer shows it. */
export const { company_id: _, ...shownRecord } = record;
