import { editDistance, folded } from './folded';
import type { MrzReading } from './read-mrz';
import type { PrintedLine } from './read-lines';
import type { Word } from './text-engine';

interface PrintedName {
  value: string;
  sure: number;
}

/**
 * The names of the MRZ as the card prints them, found by their letters, whatever label stands near them: with accents,
 * and with the end the MRZ had no room for. Null where a word of the name is not printed as the MRZ has it.
 */
export function anchoredNames(
  mrz: MrzReading,
  lines: PrintedLine[],
): { name: PrintedName | null; lastname: PrintedName | null } {
  const lastname = anchored(mrz.lastname, mrz.cut && !mrz.name, lines);
  const name = anchored(mrz.name, mrz.cut, lines);
  return { name, lastname };
}

function anchored(text: string, cut: boolean, lines: PrintedLine[]): PrintedName | null {
  const wanted = text.split(' ').filter(Boolean);
  if (!wanted.length) return null;
  // A name stands in one line, or its words in lines below one another: a line that shows all of it is the best witness.
  const groups = [...lines.map((line) => [line]), ...columns(lines)];
  for (const group of groups) {
    const words = group.flatMap((line) => line.words);
    const found = sequence(wanted, cut, words);
    if (found) return found;
  }
  return null;
}

/** Neighbouring lines with one left edge, two or three of them. */
function columns(lines: PrintedLine[]): PrintedLine[][] {
  return lines.flatMap((first) => {
    const second = below(first, lines);
    const third = second && below(second, lines);
    return second ? [[first, second], ...(third ? [[first, second, third]] : [])] : [];
  });
}

/** The nearest line under another that could belong to the same name; labels may stand between them. */
function below(line: PrintedLine, lines: PrintedLine[]): PrintedLine | undefined {
  const { box } = line;
  const near = lines.filter(
    ({ box: other }) =>
      Math.abs(other.x - box.x) < box.height * 1.5 &&
      other.y > box.y + box.height * 0.7 &&
      other.y < box.y + box.height * 4.5 &&
      other.height > box.height * 0.75,
  );
  return near.sort((a, b) => a.box.y - b.box.y)[0];
}

/** The printed words for the wanted ones, in their order and next to one another. */
function sequence(wanted: string[], cut: boolean, words: Word[]): PrintedName | null {
  for (let from = 0; from + wanted.length <= words.length; from++) {
    const used = words.slice(from, from + wanted.length);
    const fits = used.every((word, i) => {
      const seen = folded(word.text).replace(/ /g, '');
      const last = i === wanted.length - 1;
      return seen === wanted[i] || (cut && last && seen.startsWith(wanted[i]!)) || spelt(word.text, wanted[i]!);
    });
    if (!fits) continue;
    // Cut in the middle of a name, the rest of the line may be more names that had no room at all.
    const more = cut ? words.slice(from + wanted.length).filter((word) => /^[\p{L}'-]{2,}$/u.test(word.text)) : [];
    const all = [...used, ...more];
    const value = all.map((word) => word.text.replace(/[^\p{L}'’-]/gu, '').toUpperCase()).join(' ');
    return { value, sure: Math.min(...all.map((word) => word.sure)) / 100 };
  }
  return null;
}

/** Ü may be UE or UXX in the zone, Ñ NXX. */
function spelt(printed: string, zone: string): boolean {
  const upper = printed.toUpperCase();
  return [upper.replace(/Ü/g, 'UE'), upper.replace(/Ü/g, 'UXX'), upper.replace(/Ñ/g, 'NXX')].some(
    (text) => folded(text) === zone,
  );
}

/** A printed word that is nearly one of the zone's: worth a second look. */
export function nearlyNamed(mrz: MrzReading, line: PrintedLine): boolean {
  const wanted = `${mrz.lastname} ${mrz.name}`.split(' ').filter((word) => word.length > 3);
  return line.words.some((word) => {
    const seen = folded(word.text);
    const near = (text: string) => editDistance(seen, text) <= Math.max(1, Math.floor(text.length / 3));
    return !wanted.some((text) => seen.startsWith(text)) && wanted.some(near);
  });
}

/** Whether a line holds a word of the zone letter by letter. */
export function sameName(mrz: MrzReading, line: PrintedLine): boolean {
  const wanted = `${mrz.lastname} ${mrz.name}`.split(' ').filter((word) => word.length > 3);
  return line.words.some((word) => wanted.includes(folded(word.text)));
}
