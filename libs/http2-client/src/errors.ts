/** The other side did not look at the request: sending it again repeats nothing. */
export class NotProcessed extends Error {}

/** The request went out and no answer came. */
export class Unanswered extends Error {}

/** The other side does not speak as it must; the connection cannot go on. */
export class ProtocolError extends Error {}
