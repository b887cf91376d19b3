import { integer, object, withDefault, type TypeOf } from '@herald/contracts';

export const config = object({ CHRONOS_QUOTA_MB: withDefault(integer().min(0), 100_000) });
export type ChronosSettings = TypeOf<typeof config>;
