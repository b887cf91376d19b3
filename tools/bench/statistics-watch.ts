import { setTimeout as sleep } from 'node:timers/promises';
import type { Request } from '@herald/testing';

const pauseMs = 100;

type StatisticsWatch = { stop(): Promise<number[]> };

/** Reads the statistics of a campaign all the time; gives the durations. The sums must hold at every read. */
export function watchStatistics(campaigns: Request, uuid: string): StatisticsWatch {
  const times: number[] = [];
  let isStopped = false;
  const watching = (async () => {
    for (; !isStopped; await sleep(pauseMs)) {
      const began = performance.now();
      const { status, body } = await campaigns(`GET /campaigns/api/v1/campaign/${uuid}`);
      times.push(performance.now() - began);
      const { total, pending, fails, sended } = body.data?.statistics ?? {};
      if (status !== 200 || total !== pending + fails + sended)
        throw new Error(`The statistics were answered with ${status} ${JSON.stringify(body)}`);
    }
    return times;
  })();
  // Its failure is that of `stop`.
  watching.catch(() => {});
  return {
    stop() {
      isStopped = true;
      return watching;
    },
  };
}
