import { v5 } from 'uuid';

/**
 * The uuid of a notification to a device, derived from the uuid of its campaign or single message: the same at every
 * try, and found again without a search.
 */
export const notificationUuid = (sentUnder: string, coreId: string): string => v5(coreId, sentUnder);
