/** Runs a step; a bench passes one that also measures it. */
export type Trace = <T>(step: string, work: () => T | Promise<T>) => Promise<T>;

export const noTrace: Trace = async (_step, work) => work();
