const maxSize = 1_000;
/** A low rate must not cost a message and a list for each device: the senders apply the rate within a batch. */
const minSize = 100;

/** Maximum devices in a batch of a campaign: with a rate, what it sends in a second. */
export const batchSize = (rate: number | null): number => Math.min(maxSize, Math.max(minSize, rate ?? maxSize));
