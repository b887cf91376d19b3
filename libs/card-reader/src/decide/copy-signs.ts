import { isBlackAndWhite } from '../picture/black-and-white';
import type { Picture } from '../picture/picture';
import type { CopySign, SideName, Source } from '../reading';
import { compareSources } from './checks';
import type { FieldCandidate } from './field-candidates';

const sideNames: SideName[] = ['front', 'back'];
const pairs: [Source, Source][] = [
  ['mrz', 'print'],
  ['barcode', 'print'],
  ['barcode', 'mrz'],
];
/** No check digit covers the sex and the nationality, and each has one small word or letter in the print. */
const unclear = ['gender', 'nationality'];

/** What speaks for a copy or a changed card. The front decides on colours: many backs have none. */
export async function findCopySigns(
  sides: Record<SideName, { color: Picture; onScreen: boolean }>,
  candidates: FieldCandidate[],
): Promise<CopySign[]> {
  const differing = pairs.flatMap(([source, other]) =>
    compareSources(candidates, source, other)
      .filter(({ field, isSame }) => !isSame && !unclear.includes(field))
      .map(({ field }): CopySign => ({ kind: 'sources_differ', field, sources: [source, other] })),
  );
  const grey = (await isBlackAndWhite(sides.front.color)) ? [{ kind: 'black_and_white' } as const] : [];
  const screens = sideNames.filter((side) => sides[side].onScreen).map((side) => ({ kind: 'screen', side }) as const);
  return [...grey, ...screens, ...differing];
}
