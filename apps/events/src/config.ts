import { integer, object, withDefault } from '@herald/contracts';

export const config = object({ SERVICE_LOG_DAYS: withDefault(integer().min(1).max(36_500), 365) });
