import { createHmac } from 'node:crypto';
import type { ServiceName } from '@herald/contracts';
import { valueHasher } from '@herald/subjects';

/** A secret of a service, for one purpose: other services and purposes have others. */
export const secretOf = (purpose: string, serviceSecret: string): string =>
  createHmac('sha256', serviceSecret).update(purpose).digest('hex');

/** The hash by which a service names the persons that it erased. */
export const erasedHash = (service: ServiceName, serviceSecret: string) =>
  valueHasher(secretOf(`erased values of ${service}`, serviceSecret));
