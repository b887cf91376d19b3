import { createContextKey } from '@opentelemetry/api';

/** Marks a sender outside of Herald: its wish that a trace be recorded, or not be, does not count. */
export const fromOutside = createContextKey('herald.from-outside');
