/** A cause outside the code that prevents the start; its message is one line for the operator. */
export class StartError extends Error {}
