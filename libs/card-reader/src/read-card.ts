import type { ReadOptions } from './card-reader';
import type { Country } from './countries';
import { identifyCountry } from './countries/identify-country';
import { assembleReading } from './decide/assemble-reading';
import { collectCandidates } from './decide/collect-candidates';
import { deriveCandidates } from './decide/derive-candidates';
import { withoutDisputedProofs } from './decide/disputed';
import { mergeSources } from './decide/merge-sources';
import { compareSides } from './decide/side-conflict';
import { type ExaminedSide, examineSide } from './examine-side';
import { decodeSide } from './picture/decode-side';
import type { Picture } from './picture/picture';
import type { Engines } from './read/engines';
import { orderSides } from './read/front-or-back';
import { fitToCountry } from './read/fit-mrz-to-country';
import type { Side } from './read/read-side';
import type { PrintedLine } from './read/printed-line';
import { type CardPrint, rereadPrint } from './read/reread-print';
import type { MrzReading } from './read/read-mrz';
import { settleMrz } from './read/settle-mrz';
import type { Reading, SideName } from './reading';
import { type Trace, cancellable } from './trace';

type Sides<T> = { front: T; back: T };

/** The pipeline: every stage is called once, in the order of the folders. */
export async function readCard(
  engines: Engines,
  given: Sides<Buffer>,
  trace: Trace,
  options: ReadOptions = {},
): Promise<Reading> {
  const step = cancellable(trace, options.signal);

  // Picture, find, read: each side alone
  const examined = await examineSides(engines, given, step, options);

  // Read: both sides together
  const { swapped, ...read } = await orderSides(engines, examined, step);
  const settled = settleSides(read);
  const country = countryOfSides(settled);
  const { front, back } = withZones(settled, (zone) => fitToCountry(zone, country));
  const mrz = back.mrz ?? front.mrz;
  const print = await rereadPrint(engines, [front, back], country, mrz, step);

  // Decide
  const { card: candidates, sides } = collectCandidates(front, back, print, country);
  const derived = deriveCandidates(candidates, print.lines, country, [...front.codes, ...back.codes]);
  const merged = mergeSources(derived);
  const values = withoutDisputedProofs(merged, sides);
  const { conflict, agreed } = await compareSides(front, back, sides);
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
  });
}

/** Both pictures are decoded before one side is read: a card of which one is refused costs no reading. */
async function examineSides(
  engines: Engines,
  given: Sides<Buffer>,
  step: Trace,
  { hashes = false, onDecoding, backElsewhere }: ReadOptions,
): Promise<Sides<ExaminedSide>> {
  const decode = (side: SideName) => decodeSide(side, given[side], step, onDecoding);
  const examine = (side: SideName, picture: Picture) =>
    examineSide(engines, { side, image: given[side], picture, hashes }, step);
  const frontPicture = await decode('front');
  const backPicture = backElsewhere?.isTaken ? null : await decode('back');
  const front = await examine('front', frontPicture);
  const examinedBack = await backElsewhere?.examined();
  return { front, back: examinedBack ?? (await examine('back', backPicture ?? (await decode('back')))) };
}

/** All lines of each side, in every reading. */
const linesOfSides = (sides: Side[], { lines, withNames }: CardPrint) =>
  sides.map((side, i) => [...side.lines, ...lines[i]!, ...withNames[i]!]) as [PrintedLine[], PrintedLine[]];

/** Print and codes of both sides decide where the check digits of a zone leave a doubt. */
function settleSides<S extends Side>({ front, back }: Sides<S>): Sides<S> {
  const lines = [...front.lines, ...back.lines];
  return withZones({ front, back }, (zone) => settleMrz(zone, lines, [...front.codes, ...back.codes]));
}

function withZones<S extends Side>({ front, back }: Sides<S>, change: (zone: MrzReading) => MrzReading): Sides<S> {
  const changed = (side: S): S => ({ ...side, mrz: side.mrz && change(side.mrz) });
  return { front: changed(front), back: changed(back) };
}

function countryOfSides({ front, back }: Sides<Side>): Country {
  const mrz = back.mrz ?? front.mrz;
  const barcode = front.barcode ?? back.barcode;
  const [ofFront, ofBack] = [front, back].map(({ lines }) => lines.map(({ text }) => text)) as [string[], string[]];
  return identifyCountry(ofFront, mrz?.issuer ?? barcode?.country ?? null, ofBack);
}
