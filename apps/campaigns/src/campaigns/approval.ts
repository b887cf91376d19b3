import { integer, nullable, object, oneOf, string, timestamp, type TypeOf } from '@herald/contracts';

/** The second person's yes or no. Nothing is sent while it is pending. */
export const approval = object({
  status: oneOf('pending', 'approved', 'rejected', 'expired'),
  /** The author. Another person decides. */
  requested_by: string(),
  /** The number of devices at the request. */
  devices: integer(),
  expires_at: timestamp(),
  decided_by: nullable(string()),
  decided_at: nullable(timestamp()),
});
export type Approval = TypeOf<typeof approval>;

const validDays = 7;

export function requestApproval(requested_by: string, devices: number): Approval {
  const expires_at = new Date(Date.now() + validDays * 86_400_000);
  return { status: 'pending', requested_by, devices, expires_at, decided_by: null, decided_at: null };
}
