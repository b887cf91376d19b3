import { useEffect } from 'react';
import { queryClient } from '../api';
import { currentToken } from '../session';
import { campaignQuery, streamed, type Campaign } from './queries';

const firstWaitMs = 2_000;
const maxWaitMs = 30_000;

/** Keeps the counts of these campaigns current by a stream of events; while there is none, they are polled. */
export function useLive(uuids: string[]): void {
  const key = uuids.slice(0, 50).join();
  useEffect(() => {
    if (key === '') return undefined;
    const left = new AbortController();
    void watch(key, left.signal);
    return () => left.abort();
  }, [key]);
}

async function watch(key: string, signal: AbortSignal): Promise<void> {
  for (let waitMs = firstWaitMs; !signal.aborted; waitMs = Math.min(2 * waitMs, maxWaitMs)) {
    const began = performance.now();
    await readEvents(key, signal).catch(() => undefined);
    for (const uuid of key.split(',')) streamed.delete(uuid);
    if (performance.now() - began > maxWaitMs) waitMs = firstWaitMs;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

/** An EventSource cannot send the token. */
async function readEvents(key: string, signal: AbortSignal): Promise<void> {
  const headers = { Authorization: `Bearer ${(await currentToken()) ?? ''}` };
  const answer = await fetch(`/campaigns/api/v1/live?campaigns=${key}`, { headers, signal });
  if (!answer.ok || !answer.body) return;
  for (const uuid of key.split(',')) streamed.add(uuid);
  const decoder = new TextDecoder();
  const reader = answer.body.getReader();
  let rest = '';
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    const parts = (rest + decoder.decode(piece.value, { stream: true })).split('\n\n');
    rest = parts.pop() ?? '';
    for (const part of parts) if (part.startsWith('data: ')) show(JSON.parse(part.slice(6)) as Campaign);
  }
}

function show(counts: Campaign): void {
  const { queryKey } = campaignQuery(counts.uuid);
  queryClient.setQueryData(queryKey, (before) => before && { ...before, ...counts });
}
