import { withFaces } from '../find/find-faces';
import type { Engines } from '../read/engines';
import type { Side } from '../read/read-side';
import type { SideConflict } from '../reading';
import type { Trace } from '../trace';
import { hasDifferentOrigin } from './card-origin';
import { findContradictions } from './contradictions';
import { isSameSide } from './same-side';
import type { SideCandidates } from './side-candidates';

/** Why two pictures are not the two sides of one card; null if they can be. */
export async function findSideConflict(
  engines: Engines,
  front: Side,
  back: Side,
  candidates: [SideCandidates, SideCandidates],
  trace: Trace,
): Promise<SideConflict | null> {
  if (isSameSide(front, await withFacesIfNeeded(engines, back, trace))) return { kind: 'same_side' };
  if (hasDifferentOrigin(front, back)) return { kind: 'different_cards' };
  const fields = findContradictions(...candidates);
  return fields.length > 0 ? { kind: 'contradiction', fields } : null;
}

/** A back without an MRZ may be a second picture of the front: only its portrait shows that. */
async function withFacesIfNeeded(engines: Engines, back: Side, trace: Trace): Promise<Side> {
  return back.mrz || back.faces.boxes.length > 0 ? back : withFaces(engines, back, trace);
}
