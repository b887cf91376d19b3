/** Upper bounds in seconds. The objectives of 2, 2.5 and 5 s are bounds, because a share below one needs no estimate. */
export const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 2.5, 5, 10, 30];
