/**
 * Reads a folder of cards and compares with its truth.json: an array of { id, layout, degradation, truth, files }.
 *
 *   npx tsx tools/bench/sapien.ts <folder> [--trace] [--wrong] [--only=text]
 *
 * Times are of one reader; CPU times tell more than wall-clock times on a busy machine.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FieldName, type Reading, fieldNames } from '../../libs/card-reader/src/index';
import { cleanPicture } from '../../libs/card-reader/src/clean-picture';
import { openCardReader } from '../../libs/card-reader/src/open-card-reader';

interface Card {
  id: string;
  layout: string;
  degradation: string;
  truth: Record<FieldName, string | null> & { faces?: number };
  files: { front: string; back: string };
}

interface Tally {
  cards: number;
  perfect: number;
  fields: number;
  bare: number;
  exact: number;
  faceWanted: number;
  faceFound: number;
}

const [folder, ...flags] = process.argv.slice(2);
if (!folder) throw new Error('Which folder?');
const only = flags.find((flag) => flag.startsWith('--only='))?.slice(7);
const cards = (JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8')) as Card[]).filter(
  (card) => !only || only.split(',').some((part) => card.id.includes(part)),
);

const bare = (text: string | null) => (text ?? '').normalize('NFD').replace(/\p{M}/gu, '').toUpperCase().trim();
const cpuSeconds = (since?: NodeJS.CpuUsage) => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1e6;
};
const at = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

const steps = new Map<string, number>();
const trace = async <T>(step: string, work: () => T | Promise<T>): Promise<T> => {
  const before = process.cpuUsage();
  try {
    return await work();
  } finally {
    steps.set(step, (steps.get(step) ?? 0) + cpuSeconds(before));
  }
};

const tallies = new Map<string, Tally>();
const emptyTally = (): Tally => ({ cards: 0, perfect: 0, fields: 0, bare: 0, exact: 0, faceWanted: 0, faceFound: 0 });
const wall: number[] = [];
const cpu: number[] = [];
const alarms: string[] = [];
let peak = 0;

function count(card: Card, reading: Reading): void {
  const wanted = fieldNames.filter((field) => card.truth[field] !== undefined);
  const right = wanted.filter((field) => bare(reading.fields[field]) === bare(card.truth[field]));
  const exact = wanted.filter((field) => (reading.fields[field] ?? '') === (card.truth[field] ?? ''));
  for (const field of wanted) judge(card, reading, field, exact.includes(field), right.includes(field));
  for (const key of ['all', `layout ${card.layout}`, `condition ${card.degradation}`]) {
    const tally = tallies.get(key) ?? emptyTally();
    tallies.set(key, tally);
    tally.cards++;
    tally.fields += wanted.length;
    tally.bare += right.length;
    tally.exact += exact.length;
    if (exact.length === wanted.length) tally.perfect++;
    if (card.truth.faces !== 0) tally.faceWanted++;
    if (card.truth.faces !== 0 && reading.faces.length > 0) tally.faceFound++;
  }
}

function judge(card: Card, reading: Reading, field: FieldName, exact: boolean, right: boolean): void {
  const { proven, confidence, sources, candidates } = reading.evidence[field];
  if (exact) return;
  const kind = right ? 'accents' : reading.fields[field] === null ? 'not read' : 'wrong';
  const alarm = proven ? ' PROVEN' : reading.fields[field] !== null && confidence > 0.9 ? ' CONFIDENT' : '';
  if (!alarm && !flags.includes('--wrong')) return;
  const seen = `${reading.fields[field]} (${sources.join('+')} ${confidence.toFixed(2)})`;
  alarms.push(
    `${card.id} ${field} ${kind}${alarm}: want ${card.truth[field]}, have ${seen} of ${JSON.stringify(candidates)}`,
  );
}

async function main(): Promise<void> {
  const cold = performance.now();
  const reader = await openCardReader(trace);
  const opened = performance.now() - cold;
  for (const card of cards) {
    const [front, back] = [card.files.front, card.files.back].map(
      (file) => cleanPicture(readFileSync(join(folder!, file))).bytes,
    );
    const began = performance.now();
    const cpuBegan = process.cpuUsage();
    const reading = await reader.read(front!, back!);
    wall.push((performance.now() - began) / 1000);
    cpu.push(cpuSeconds(cpuBegan));
    if (wall.length === 1)
      console.log(
        `cold start to first answer: ${((performance.now() - cold) / 1000).toFixed(2)} s (opened in ${opened.toFixed(0)} ms)`,
      );
    peak = Math.max(peak, process.memoryUsage().rss);
    count(card, reading);
  }
  await reader.close();
  report();
}

function report(): void {
  const percent = (part: number, whole: number) => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`.padStart(8);
  console.log('                      cards  perfect   fields  with accents   faces');
  for (const [key, t] of [...tallies].sort(([a], [b]) => a.localeCompare(b))) {
    const figures = [percent(t.perfect, t.cards), percent(t.bare, t.fields), percent(t.exact, t.fields)];
    console.log(
      `${key.padEnd(22)}${String(t.cards).padStart(5)} ${figures.join(' ')}      ${t.faceFound}/${t.faceWanted}`,
    );
  }
  const [w, c] = [wall, cpu].map((times) => [...times].sort((a, b) => a - b)) as [number[], number[]];
  console.log(
    `wall median ${at(w, 0.5).toFixed(2)} s, p95 ${at(w, 0.95).toFixed(2)} s; cpu median ${at(c, 0.5).toFixed(2)} s, p95 ${at(c, 0.95).toFixed(2)} s`,
  );
  console.log(`peak memory ${(peak / 1e6).toFixed(0)} MB`);
  if (flags.includes('--trace')) {
    for (const [step, seconds] of steps)
      console.log(`  ${step.padEnd(20)} ${((1000 * seconds) / cards.length).toFixed(0)} ms cpu a credential`);
  }
  for (const alarm of alarms) console.log(alarm);
}

void main();
