import { useEffect, useRef, useState } from 'react';

type Sample = { at: number; settled: number };
const windowMs = 30_000;

/** How many devices settle per second, over the last polls; undefined until two of them differ in time. */
export function usePace(settled: number): number | undefined {
  const samples = useRef<Sample[]>([]);
  const [pace, setPace] = useState<number>();
  useEffect(() => {
    const at = performance.now();
    samples.current = [...samples.current.filter((one) => at - one.at < windowMs), { at, settled }];
    const [first] = samples.current;
    const seconds = (at - first!.at) / 1000;
    if (seconds >= 1) setPace((settled - first!.settled) / seconds);
  }, [settled]);
  return pace;
}
