import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from './figures';

export type Answer = {
  /** 0: the connection failed. */
  status: number;
  /** Since the request was due. */
  ms: number;
  retryAfter?: number;
};
export type Sent = { url: string; headers: Record<string, string>; body: () => string };

const tickMs = 10;

/** Sends requests at an even rate, answered or not. */
export async function evenly({ url, headers, body }: Sent, load: { rate: number; seconds: number }): Promise<Answer[]> {
  const agent = new Agent({ keepAlive: true });
  const send = (due: number) =>
    new Promise<Answer>((resolve) => {
      const answered = (status: number, retryAfter?: number) =>
        resolve({ status, ms: performance.now() - due, retryAfter });
      const sent = request(url, { method: 'POST', agent, headers }, (answer) => {
        const { 'retry-after': retryAfter } = answer.headers;
        answer.resume().once('end', () => answered(answer.statusCode!, retryAfter ? Number(retryAfter) : undefined));
        answer.once('error', () => answered(0));
      });
      sent.once('error', () => answered(0)).end(body());
    });
  const sends: Promise<Answer>[] = [];
  const began = performance.now();
  for (let due = began; due < began + load.seconds * 1000; due += 1000 / load.rate) {
    // The requests of one tick are sent together; a delay of this process counts as latency.
    while (due > performance.now()) await sleep(tickMs);
    sends.push(send(due));
  }
  const answers = await Promise.all(sends);
  agent.destroy();
  return answers;
}

/** The time within which a share of the answers came. */
export function quantileMs(answers: Answer[], share: number): number {
  const times = answers.map(({ ms }) => ms);
  return Math.round(quantile(times, share));
}
