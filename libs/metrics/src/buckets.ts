/** Upper bounds in seconds, the objectives of 2, 2.5 and 5 s among them: a share below a bound needs no estimate. */
export const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 2.5, 5, 10, 30];
