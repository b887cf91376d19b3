import type { DevelopmentPages } from './development-page';
import type { PushLog } from './simulation/push-log';

/** The counts as JSON in chunks: there may be millions of tokens. */
function* writeCounts(counts: ReadonlyMap<string, number>): Generator<string> {
  let chunk = '{';
  let isFirst = true;
  for (const [token, count] of counts) {
    chunk += `${isFirst ? '' : ','}${JSON.stringify(token)}:${count}`;
    isFirst = false;
    if (chunk.length > 65_536) {
      yield chunk;
      chunk = '';
    }
  }
  yield `${chunk}}`;
}

function messagesOf(log: PushLog, query: URLSearchParams): object {
  const token = query.get('token') ?? undefined;
  const limit = Number(query.get('limit') ?? NaN);
  const validLimit = Number.isInteger(limit) && limit >= 0 ? limit : undefined;
  return { total: log.total(token), data: log.messages(token, validLimit) };
}

/** The received messages, newest first, of one `token` or of all; and the number of messages of each token. */
export const pushPages = (log: PushLog): DevelopmentPages => ({
  '/_dev/push/messages': (query) => [JSON.stringify(messagesOf(log, query))],
  '/_dev/push/counts': () => writeCounts(log.counts),
});
