import type { DevelopmentPages } from '../development-page';
import type { PushLog } from './push-log';

/** Millions of tokens are written piece by piece. */
function* jsonOf(counts: ReadonlyMap<string, number>): Generator<string> {
  let piece = '{';
  let isFirst = true;
  for (const [token, count] of counts) {
    piece += `${isFirst ? '' : ','}${JSON.stringify(token)}:${count}`;
    isFirst = false;
    if (piece.length > 65_536) {
      yield piece;
      piece = '';
    }
  }
  yield `${piece}}`;
}

function messagesOf(log: PushLog, query: URLSearchParams): object {
  const token = query.get('token') ?? undefined;
  const limit = Number(query.get('limit') ?? NaN);
  const most = Number.isInteger(limit) && limit >= 0 ? limit : undefined;
  return { total: log.total(token), data: log.messages(token, most) };
}

/** What arrived, newest first, of one `token` or of all; and how often each token was hit. */
export const pushPages = (log: PushLog): DevelopmentPages => ({
  '/_dev/push/messages': (query) => [JSON.stringify(messagesOf(log, query))],
  '/_dev/push/counts': () => jsonOf(log.counts),
});
