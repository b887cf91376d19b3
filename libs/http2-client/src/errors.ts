/** The server surely did not process the request: sending it again repeats nothing. */
export class NotProcessed extends Error {}

/** The request was sent and no response arrived: the server may have processed it. */
export class Unanswered extends Error {}

/** The server violates the protocol; the connection must be closed. */
export class ProtocolError extends Error {}
