const names: Record<number, string> = {
  312: 'NO_ROUTE',
  320: 'CONNECTION_FORCED',
  403: 'ACCESS_REFUSED',
  404: 'NOT_FOUND',
  405: 'RESOURCE_LOCKED',
  406: 'PRECONDITION_FAILED',
  501: 'FRAME_ERROR',
  502: 'SYNTAX_ERROR',
  503: 'COMMAND_INVALID',
  504: 'CHANNEL_ERROR',
  505: 'UNEXPECTED_FRAME',
  506: 'RESOURCE_ERROR',
  530: 'NOT_ALLOWED',
  540: 'NOT_IMPLEMENTED',
  541: 'INTERNAL_ERROR',
};

/** An error that is sent to the client: a soft error (4xx) closes the channel, any other the connection. */
export class AmqpError extends Error {
  readonly code: number;
  readonly closesConnection: boolean;

  constructor(code: number, text: string, options: { closesConnection?: boolean } = {}) {
    super(`${names[code] ?? 'INTERNAL_ERROR'} - ${text}`);
    this.code = code;
    this.closesConnection = options.closesConnection ?? (code < 400 || code >= 500);
  }
}

/** The error for a feature of RabbitMQ that this broker lacks. It closes the channel only: the client's call fails. */
export function unsupported(text: string): AmqpError {
  return new AmqpError(540, `${text} is not implemented`, { closesConnection: false });
}

/** A queue or an exchange in the words of RabbitMQ's error texts. */
export function inVhost(kind: 'queue' | 'exchange', name: string): string {
  return `${kind} '${name}' in vhost '/'`;
}
