/** The longest JSON body unless a route says otherwise. */
export const defaultBodyBytes = 1_048_576;
/** The time for one request unless a route says otherwise. */
export const defaultTimeoutSeconds = 30;
