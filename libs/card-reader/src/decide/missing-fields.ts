import { unreadableReason } from '../picture/picture-quality';
import type { UprightSide } from '../read/upright-side';
import type { Missing, MissingReason, Reading, SideName } from '../reading';

/** The required fields that were not read, with the reason as far as the pictures show it. */
export function missingFields(fields: Reading['fields'], front: UprightSide, back: UprightSide): Missing[] {
  const unread = (['name', 'lastname', 'nin'] as const).filter((field) => fields[field] === null);
  const hasFace = front.faces.boxes.length > 0;
  if (unread.length === 0 && hasFace) return [];
  const ofFront = { side: 'front' as const, reason: reasonOf(front) };
  const cause = ofFront.reason === 'not_found' ? { side: 'back' as const, reason: reasonOf(back) } : ofFront;
  const missing: Missing[] = unread.map((field) => ({ field, ...withSideOf(cause) }));
  if (!hasFace) missing.push({ field: 'front_face', ...withSideOf(ofFront) });
  return missing;
}

/** What was not found may be on either side. */
const withSideOf = ({ side, reason }: { side: SideName; reason: MissingReason }) =>
  reason === 'not_found' ? { reason } : { reason, side };

const reasonOf = (side: UprightSide): MissingReason =>
  unreadableReason(side.grey) ?? (side.cardFound ? 'not_found' : reasonWithoutOutline(side));

/** A picture with fewer lines of print most likely shows no card. */
const MIN_LINES_OF_CARD = 8;

/** A picture in the shape of a card is the card itself, even without an outline. */
function reasonWithoutOutline({ color, lineBoxes }: UprightSide): MissingReason {
  const ratio = color.width / color.height;
  if (ratio > 1.5 && ratio < 1.68) return 'not_found';
  return lineBoxes.length >= MIN_LINES_OF_CARD ? 'cut_off' : 'no_card_found';
}
