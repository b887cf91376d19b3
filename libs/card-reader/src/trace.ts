/** Runs one step of a reading. A benchmark passes a function that also measures it. */
export type Trace = <T>(step: string, work: () => T | Promise<T>) => Promise<T>;

export const noTrace: Trace = async (_step, work) => work();
