/**
 * Reads a folder of cards and compares the results with its truth.json:
 * { id, layout, degradation, truth, alt, files }[].
 *
 *   npx tsx tools/bench/sapien.ts <folder> [--trace] [--wrong] [--only=text] [--readings=500]
 *
 * With --readings, reads the cards over and over, that many in all, and prints the memory on the way.
 * Times are those of one reader. On a busy machine, CPU times are more reliable than wall-clock times.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CardReader, type FieldName, type Reading, fieldNames } from '../../libs/card-reader/src/index';
import { cleanPicture } from '../../libs/card-reader/src/picture/clean-picture';
import { provesAuthenticity } from '../../apps/sapien/src/credentials/authenticity';
import { openCardReader } from '../../libs/card-reader/src/open-card-reader';
import { quantile } from './figures';

interface Card {
  id: string;
  layout: string;
  degradation: string;
  mrz?: string[] | null;
  barcode?: string | null;
  truth: Record<FieldName, string | null> & { faces?: number };
  /** Other values that are as right: a number without its dots, say. */
  alt?: Partial<Record<FieldName, (string | null)[]>> | null;
  files: { front: string; back: string };
}

interface Tally {
  cards: number;
  perfect: number;
  fields: number;
  letters: number;
  exact: number;
  facesExpected: number;
  facesFound: number;
  refused: number;
  wrong: number;
  /** Of the cards with a zone or a barcode: without them there is nothing to compare. */
  comparable: number;
  validated: number;
}

const [folder, ...flags] = process.argv.slice(2);
if (!folder) throw new Error('usage: sapien <folder> [--trace] [--wrong] [--only=text] [--readings=500]');
const only = flags.find((flag) => flag.startsWith('--only='))?.slice(7);
const cards = (JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8')) as Card[]).filter(
  (card) => !only || only.split(',').some((part) => card.id.includes(part)),
);

/** Answers are in capitals, however the card prints a name. */
const inCapitals = (text: string | null) => (text ?? '').toUpperCase().trim();
/** A stroke is a mark that Unicode does not take off its letter. */
const withoutStroke: Record<string, string> = { Ł: 'L', Đ: 'D', Ø: 'O', Ħ: 'H' };
const withoutAccents = (text: string | null) =>
  inCapitals(text)
    .replace(/[ŁĐØĦ]/g, (letter) => withoutStroke[letter]!)
    .normalize('NFD')
    .replace(/\p{M}/gu, '');
const cpuSeconds = (since?: NodeJS.CpuUsage) => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1e6;
};

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
const emptyTally = (): Tally => ({
  cards: 0,
  perfect: 0,
  fields: 0,
  letters: 0,
  exact: 0,
  facesExpected: 0,
  facesFound: 0,
  refused: 0,
  wrong: 0,
  comparable: 0,
  validated: 0,
});
const wall: number[] = [];
const cpu: number[] = [];
const mistakes: string[] = [];
let peak = 0;

function count(card: Card, reading: Reading): void {
  const expected = fieldNames.filter((field) => card.truth[field] !== undefined);
  const areSame = (field: FieldName, form: typeof inCapitals) =>
    [card.truth[field], ...(card.alt?.[field] ?? [])].some((value) => form(value) === form(reading.fields[field]));
  const right = expected.filter((field) => areSame(field, withoutAccents));
  const exact = expected.filter((field) => areSame(field, inCapitals));
  for (const field of expected) reportMistake(card, reading, field, exact.includes(field), right.includes(field));
  for (const key of ['all', `layout ${card.layout}`, `condition ${card.degradation}`]) {
    const tally = tallies.get(key) ?? emptyTally();
    tallies.set(key, tally);
    tally.cards++;
    tally.fields += expected.length;
    tally.letters += right.length;
    tally.exact += exact.length;
    if (exact.length === expected.length) tally.perfect++;
    tally.wrong += expected.filter((field) => reading.fields[field] !== null && !right.includes(field)).length;
    countVerdicts(card, reading, tally);
  }
}

function countVerdicts(card: Card, reading: Reading, tally: Tally): void {
  if (card.truth.faces !== 0) tally.facesExpected++;
  if (card.truth.faces !== 0 && reading.faces.length > 0) tally.facesFound++;
  if (reading.missing.length > 0 || reading.conflict) tally.refused++;
  if (!card.mrz && !card.barcode) return;
  tally.comparable++;
  if (isValidated(reading)) tally.validated++;
}

/** As the service validates, whatever the day of the measurement. */
const isValidated = ({ checks, conflict }: Reading) =>
  !conflict && provesAuthenticity(checks.filter(({ name }) => name !== 'not_expired'));

function reportMistake(card: Card, reading: Reading, field: FieldName, exact: boolean, right: boolean): void {
  const { proven, confidence, sources, candidates } = reading.evidence[field];
  if (exact) return;
  const kind = right ? 'accents' : reading.fields[field] === null ? 'not read' : 'wrong';
  const severity = proven ? ' PROVEN' : reading.fields[field] !== null && confidence > 0.9 ? ' CONFIDENT' : '';
  if (!severity && !flags.includes('--wrong')) return;
  const found = `${reading.fields[field]} (${sources.join('+')} ${confidence.toFixed(2)})`;
  mistakes.push(
    `${card.id} ${field} ${kind}${severity}: want ${card.truth[field]}, have ${found} of ${JSON.stringify(candidates)}`,
  );
}

const readings = Number(flags.find((flag) => flag.startsWith('--readings='))?.slice(11) ?? 0);

/** Reads on after the measurement of accuracy: memory must stay flat. */
async function readOnAndOn(reader: CardReader): Promise<void> {
  const marks = [50, 100, 250, 500, readings];
  for (let done = cards.length + 1; done <= readings; done++) {
    const { front, back } = cards[done % cards.length]!.files;
    await reader.read(cleaned(front), cleaned(back));
    if (!marks.includes(done)) continue;
    const { rss, heapUsed, external } = process.memoryUsage();
    const [total, heap, outside] = [rss, heapUsed, external].map((bytes) => (bytes / 1e6).toFixed(0));
    console.log(`after ${done} readings: ${total} MB resident, ${heap} MB heap, ${outside} MB external`);
  }
}

const cleaned = (file: string) => cleanPicture(readFileSync(join(folder!, file))).bytes;

async function main(): Promise<void> {
  const coldStart = performance.now();
  const reader = await openCardReader(trace);
  const opened = performance.now() - coldStart;
  for (const card of cards) {
    const [front, back] = [cleaned(card.files.front), cleaned(card.files.back)];
    const start = performance.now();
    const cpuStart = process.cpuUsage();
    const reading = await reader.read(front, back);
    wall.push((performance.now() - start) / 1000);
    cpu.push(cpuSeconds(cpuStart));
    if (wall.length === 1)
      console.log(
        `cold start to first answer: ${((performance.now() - coldStart) / 1000).toFixed(2)} s ` +
          `(opened in ${opened.toFixed(0)} ms)`,
      );
    peak = Math.max(peak, process.memoryUsage().rss);
    count(card, reading);
  }
  await readOnAndOn(reader);
  await reader.close();
  report();
}

function report(): void {
  const percent = (part: number, whole: number) => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`.padStart(8);
  console.log('                      cards  perfect   fields  with accents   faces  refused  wrong  validated');
  for (const [key, t] of [...tallies].sort(([a], [b]) => a.localeCompare(b))) {
    const figures = [percent(t.perfect, t.cards), percent(t.letters, t.fields), percent(t.exact, t.fields)];
    console.log(
      `${key.padEnd(22)}${String(t.cards).padStart(5)} ${figures.join(' ')}      ${t.facesFound}/${t.facesExpected}`.padEnd(
        68,
      ) + `${String(t.refused).padStart(5)} ${String(t.wrong).padStart(6)}   ${t.validated}/${t.comparable}`,
    );
  }
  console.log(
    `wall median ${quantile(wall, 0.5).toFixed(2)} s, p95 ${quantile(wall, 0.95).toFixed(2)} s; ` +
      `cpu median ${quantile(cpu, 0.5).toFixed(2)} s, p95 ${quantile(cpu, 0.95).toFixed(2)} s`,
  );
  console.log(`peak memory ${(peak / 1e6).toFixed(0)} MB`);
  if (flags.includes('--trace')) {
    for (const [step, seconds] of steps)
      console.log(`  ${step.padEnd(20)} ${((1000 * seconds) / cards.length).toFixed(0)} ms CPU per card`);
  }
  for (const mistake of mistakes) console.log(mistake);
}

void main();
