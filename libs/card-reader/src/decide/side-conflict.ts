import { withFaces } from '../find/find-faces';
import type { Engines } from '../read/engines';
import type { Side, SideText } from '../read/read-side';
import type { FieldName, SideConflict } from '../reading';
import type { Trace } from '../trace';
import { hasDifferentOrigin, lacksZone } from './card-origin';
import { findContradictions } from './contradictions';
import { isOfOtherKind } from './document-kind';
import { isSameSide } from './same-side';
import type { SideCandidates } from './side-candidates';
import { agreedFields, unconfirmedFields } from './sides-agree';

export interface Comparison {
  /** Why two pictures are not the two sides of one card; null if they can be. */
  conflict: SideConflict | null;
  /** The fields that one side says and the other one shows. */
  agreed: FieldName[];
}

export async function compareSides(
  engines: Engines,
  front: Side,
  back: Side,
  candidates: [SideCandidates, SideCandidates],
  trace: Trace,
): Promise<Comparison> {
  const agreed = agreedFields(...candidates);
  if (isSameSide(front, await withFacesIfNeeded(engines, back, trace)))
    return { conflict: { kind: 'same_side' }, agreed };
  return { conflict: findConflict(front, back, candidates, agreed), agreed };
}

/** A conflict of what two different sides say. */
export function findConflict(
  front: SideText,
  back: SideText,
  candidates: [SideCandidates, SideCandidates],
  agreed: FieldName[],
): SideConflict | null {
  if (hasDifferentOrigin(front, back)) return { kind: 'different_cards' };
  if (isOfOtherKind(front, back)) return { kind: 'contradiction', fields: ['doc_type'] };
  const contradicted = findContradictions(...candidates);
  if (contradicted.length > 0) return { kind: 'contradiction', fields: contradicted };
  const unconfirmed = unconfirmedFields(...candidates, agreed);
  if (unconfirmed.length > 0) return { kind: 'unconfirmed', fields: unconfirmed };
  return agreed.length === 0 && lacksZone(front, back)
    ? { kind: 'unconfirmed', fields: ['document_number', 'date_birth'] }
    : null;
}

/** A back without an MRZ may be a second picture of the front: only its portrait shows that. */
async function withFacesIfNeeded(engines: Engines, back: Side, trace: Trace): Promise<Side> {
  return back.mrz || back.faces.boxes.length > 0 ? back : withFaces(engines, back, trace);
}
