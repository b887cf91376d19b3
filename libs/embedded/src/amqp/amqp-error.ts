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

/** An error the client is told: closes its channel when the code is soft, its connection otherwise. */
export class AmqpError extends Error {
  readonly code: number;
  readonly closesConnection: boolean;

  constructor(code: number, text: string, options: { closesConnection?: boolean } = {}) {
    super(`${names[code] ?? 'INTERNAL_ERROR'} - ${text}`);
    this.code = code;
    this.closesConnection = options.closesConnection ?? (code < 400 || code >= 500);
  }
}

/** What RabbitMQ can do and this broker cannot: told on the channel, so that the call that asked for it fails. */
export function unsupported(text: string): AmqpError {
  return new AmqpError(540, `${text} is not implemented`, { closesConnection: false });
}

/** How RabbitMQ names a queue or an exchange in its error texts. */
export function inVhost(kind: 'queue' | 'exchange', name: string): string {
  return `${kind} '${name}' in vhost '/'`;
}
