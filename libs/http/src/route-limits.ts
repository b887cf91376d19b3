import type { Route } from './route';
import { maxUploadBytes } from './uploads';

export const defaultBodyBytes = 1_048_576;
/** The time a route has for its request unless it says otherwise. */
export const defaultSeconds = 30;

/** The longest body that a route reads; 0 where it reads none. */
export function maxBodyBytes({ body, bodyLimit, upload }: Pick<Route<never>, 'body' | 'bodyLimit' | 'upload'>): number {
  if (upload) return maxUploadBytes(upload);
  return body ? (bodyLimit ?? defaultBodyBytes) : 0;
}
