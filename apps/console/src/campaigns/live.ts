import { useEffect, useRef, useState } from 'react';
import { queryClient } from '../api';
import { currentToken } from '../session';
import { campaignQuery, streamed, type Campaign } from './queries';

const firstWaitMs = 2_000;
const maxWaitMs = 30_000;
/** Without an event for this time the counts are polled. */
const firstEventMs = 1_000;

type Counts = Pick<Campaign, 'uuid' | 'terminated' | 'statistics'>;
/** A campaign of a list, before its counts are known. */
type Listed = Omit<Campaign, 'statistics'>;
type Watcher = {
  /** The campaign of a uuid as it is known, if it is. */
  findListed(uuid: string): Listed | undefined;
  /** Told whether the counts arrive by the stream. */
  onStream(isStreaming: boolean): void;
};

/**
 * Keeps the counts of these campaigns current by a stream of events, which begins with all of them. False: there is no
 * stream, and they have to be polled.
 */
export function useLive(campaigns: Listed[]): boolean {
  const listed = useRef(campaigns);
  listed.current = campaigns;
  const [isStreaming, setStreaming] = useState(true);
  const key = campaigns
    .slice(0, 50)
    .map(({ uuid }) => uuid)
    .join();
  useEffect(() => {
    if (key === '') return undefined;
    const left = new AbortController();
    const findListed = (uuid: string) => listed.current.find((one) => one.uuid === uuid);
    const onStream = (isOn: boolean) => !left.signal.aborted && setStreaming(isOn);
    void watch(key, left.signal, { findListed, onStream });
    return () => left.abort();
  }, [key]);
  return isStreaming;
}

async function watch(key: string, signal: AbortSignal, watcher: Watcher): Promise<void> {
  for (let waitMs = firstWaitMs; !signal.aborted; waitMs = Math.min(2 * waitMs, maxWaitMs)) {
    const began = performance.now();
    // A proxy may hold the events back.
    const isLate = setTimeout(() => watcher.onStream(false), firstEventMs);
    await readEvents(key, signal, (counts) => {
      clearTimeout(isLate);
      watcher.onStream(true);
      show(counts, watcher.findListed(counts.uuid));
    }).catch(() => undefined);
    clearTimeout(isLate);
    watcher.onStream(false);
    for (const uuid of key.split(',')) streamed.delete(uuid);
    if (performance.now() - began > maxWaitMs) waitMs = firstWaitMs;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

/** An EventSource cannot send the token. */
async function readEvents(key: string, signal: AbortSignal, onCounts: (counts: Counts) => void): Promise<void> {
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
    for (const part of parts) if (part.startsWith('data: ')) onCounts(JSON.parse(part.slice(6)) as Counts);
  }
}

function show(counts: Counts, listed: Listed | undefined): void {
  const { queryKey } = campaignQuery(counts.uuid);
  queryClient.setQueryData(queryKey, (before) => {
    const known = before ?? listed;
    return known && { ...known, ...counts };
  });
}
