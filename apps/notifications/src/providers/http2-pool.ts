import { NotProcessed, exchange, openLane, type Http2Request, type Lane, type Reply } from './http2-lane';

export type Http2Pool = {
  /** Throws NotProcessed when the other side surely did nothing, Unanswered when nobody knows. */
  request(request: Http2Request): Promise<Reply>;
  /** Takes no more; what is under way ends. */
  close(): Promise<void>;
};
export type Http2PoolOptions = { url: string; ca?: string; connections?: number; timeoutMs?: number };

type Waiting = { go(lane: Lane): void; fail(error: Error): void };

/** A few long-lived connections to one address; what finds no room waits its turn. */
export function http2Pool({ url, ca, connections = 4, timeoutMs = 15_000 }: Http2PoolOptions): Http2Pool {
  const lanes = new Set<Lane>();
  const waiting: Waiting[] = [];
  let connecting = 0;
  let closed = false;

  const serve = () => {
    for (let lane = freest(lanes); lane && waiting.length > 0; lane = freest(lanes)) waiting.shift()!.go(lane);
    const inService = [...lanes].filter(({ leaving }) => !leaving).length + connecting;
    if (waiting.length === 0 || inService >= connections || closed) return;
    connecting++;
    openLane(url, ca, { onReady, onRoom: serve, onClosed });
  };
  const onReady = (lane: Lane) => {
    connecting--;
    lanes.add(lane);
    serve();
  };
  const onClosed = (lane: Lane, failure?: Error) => {
    // It never was ready: whoever waits is told, once nobody else is there to serve him.
    if (!lanes.delete(lane) && --connecting === 0 && lanes.size === 0)
      for (const one of waiting.splice(0)) one.fail(new NotProcessed(`No connection: ${codeOf(failure)}`));
    serve();
  };
  const laneFor = () =>
    new Promise<Lane>((resolve, reject) => {
      waiting.push({ go: (lane) => void (lane.open++, resolve(lane)), fail: reject });
      serve();
    });

  return {
    async request(request) {
      if (closed) throw new NotProcessed('The credentials were replaced');
      const lane = await laneFor();
      try {
        return await exchange(lane, request, timeoutMs);
      } finally {
        if (--lane.open === 0 && lane.leaving) lane.session.close();
        if (waiting.length > 0) serve();
      }
    },
    async close() {
      closed = true;
      await Promise.all([...lanes].map(({ session }) => new Promise<void>((resolve) => session.close(resolve))));
    },
  };
}

function freest(lanes: Set<Lane>): Lane | undefined {
  let best: Lane | undefined;
  for (const lane of lanes) if (!lane.leaving && lane.open < lane.room && (!best || lane.open < best.open)) best = lane;
  return best;
}

const codeOf = (error: Error | undefined): string => (error as NodeJS.ErrnoException | undefined)?.code ?? 'closed';
