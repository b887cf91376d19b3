import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Country } from './countries';
import { identifyCountry } from './countries/identify-country';
import { assembleReading } from './decide/assemble-reading';
import { collectCandidates } from './decide/collect-candidates';
import { deriveCandidates } from './decide/derive-candidates';
import { withoutDisputedProofs } from './decide/disputed';
import { mergeSources } from './decide/merge-sources';
import { compareSides } from './decide/side-conflict';
import { flattenPicture, flattenWhole } from './find/flatten-picture';
import { inspectPicture } from './find/inspect-picture';
import { ImageRefused, SideRefused, damaged } from './picture/image-refused';
import { decodePicture } from './picture/picture';
import { clearSide } from './read/clear-side';
import type { Engines } from './read/engines';
import { orderSides } from './read/front-or-back';
import { fitToCountry } from './read/fit-mrz-to-country';
import { type Side, readSide } from './read/read-side';
import type { PrintedLine } from './read/read-line';
import { type CardPrint, rereadPrint } from './read/reread-print';
import type { MrzReading } from './read/read-mrz';
import { lookAgainIfNonsense } from './read/second-look';
import { settleMrz } from './read/settle-mrz';
import { type UprightSide, turnUpright } from './read/upright-side';
import type { ReadOptions, Reading, SideName } from './reading';
import type { Trace } from './trace';

type Sides<T> = { front: T; back: T };

/** The pipeline: every stage is called once, in the order of the folders. */
export async function readCard(
  engines: Engines,
  given: Sides<Buffer>,
  trace: Trace,
  options: ReadOptions = {},
): Promise<Reading> {
  const step = cancellable(trace, options.signal);

  // Picture
  const pictures = await decodeSides(given, step, options.onDecoding);

  // Find
  const flat = await onBothSides(pictures, (picture) => flattenPicture(engines.cv, picture, step));
  const inspection = { hashes: options.hashes ?? false, trace: step };
  const inspect = (side: SideName) => inspectPicture(given[side], pictures[side], flat[side], inspection);
  const marks = { front: await inspect('front'), back: await inspect('back') };

  // Read
  const whole = (side: SideName) => () => flattenWhole(engines.cv, pictures[side], step);
  const upright = {
    front: await turnUpright(engines, flat.front, step, whole('front')),
    back: await turnUpright(engines, flat.back, step, whole('back')),
  };
  const clear = await onBothSides(upright, (side) => clearSide(engines, side, step));
  const { swapped, ...read } = await readSides(engines, clear, step);
  const settled = settleSides(read);
  const country = countryOfSides(settled);
  const { front, back } = withZones(settled, (zone) => fitToCountry(zone, country));
  const mrz = back.mrz ?? front.mrz;
  const print = await rereadPrint(engines, [front, back], country, mrz, step);

  // Decide
  const { card: candidates, sides } = collectCandidates(front, back, print, country);
  const derived = deriveCandidates(candidates, print.lines, country);
  const merged = mergeSources(derived);
  const values = withoutDisputedProofs(merged, sides);
  const { conflict, agreed } = await compareSides(engines, front, back, sides, step);
  const lines = linesOfSides([front, back], print);
  return assembleReading({
    values,
    conflict,
    agreed,
    candidates,
    derived,
    lines,
    mrz,
    country,
    front,
    back,
    swapped,
    given,
    marks,
  });
}

/** Faces are not found upside down: a side that is turned by the second look may change the order. */
async function readSides(engines: Engines, upright: Sides<UprightSide>, step: Trace) {
  const { swapped, ...sides } = await orderSides(engines, upright, step);
  const first = await onBothSides(sides, (side) => readSide(engines, side, step));
  const read = await onBothSides(first, (side) => lookAgainIfNonsense(engines, side, step));
  if (read.front === first.front && read.back === first.back) return { ...read, swapped };
  const again = await orderSides(engines, read, step);
  return { ...again, swapped: swapped !== again.swapped };
}

/** All lines of each side, in every reading. */
const linesOfSides = (sides: Side[], { lines, withNames }: CardPrint) =>
  sides.map((side, i) => [...side.lines, ...lines[i]!, ...withNames[i]!]) as [PrintedLine[], PrintedLine[]];

/** Print and codes of both sides decide where the check digits of a zone leave a doubt. */
function settleSides({ front, back }: Sides<Side>): Sides<Side> {
  const lines = [...front.lines, ...back.lines];
  return withZones({ front, back }, (zone) => settleMrz(zone, lines, [...front.codes, ...back.codes]));
}

function withZones({ front, back }: Sides<Side>, change: (zone: MrzReading) => MrzReading): Sides<Side> {
  const changed = (side: Side): Side => ({ ...side, mrz: side.mrz && change(side.mrz) });
  return { front: changed(front), back: changed(back) };
}

function countryOfSides({ front, back }: Sides<Side>): Country {
  const mrz = back.mrz ?? front.mrz;
  const barcode = front.barcode ?? back.barcode;
  const [ofFront, ofBack] = [front, back].map(({ lines }) => lines.map(({ text }) => text)) as [string[], string[]];
  return identifyCountry(ofFront, mrz?.issuer ?? barcode?.country ?? null, ofBack);
}

/** Most steps block the thread: only between two steps can it notice that the caller has cancelled. */
function cancellable(trace: Trace, signal: AbortSignal | undefined): Trace {
  return async (name, work) => {
    await nextTurn();
    signal?.throwIfAborted();
    return trace(name, work);
  };
}

async function decodeSides(given: Sides<Buffer>, step: Trace, onDecoding: ReadOptions['onDecoding'] = () => {}) {
  const decode = async (side: SideName) => {
    onDecoding(side);
    return step('decode', () =>
      decodePicture(given[side]).catch((error: unknown) => {
        throw new SideRefused(side, (error instanceof ImageRefused ? error : damaged()).message);
      }),
    );
  };
  const pictures = { front: await decode('front'), back: await decode('back') };
  onDecoding(null);
  return pictures;
}

/** Front, then back. One side after the other: the engines share one thread and its memory. */
const onBothSides = async <T, R>({ front, back }: Sides<T>, work: (side: T) => Promise<R>): Promise<Sides<R>> => ({
  front: await work(front),
  back: await work(back),
});
