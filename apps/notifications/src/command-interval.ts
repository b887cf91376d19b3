/** Between the commands of single sends: some milliseconds for each caller save most commands under load. */
export const commandInterval = { minIntervalMs: 5 };
