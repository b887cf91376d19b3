import { unreadableReason } from '../picture/picture-quality';
import type { UprightSide } from '../read/upright-side';
import type { Missing, MissingReason, Reading } from '../reading';

/** The required fields that were not read, with the reason as far as the pictures show it. */
export function missingFields(fields: Reading['fields'], front: UprightSide, back: UprightSide): Missing[] {
  const unread = (['name', 'lastname', 'nin'] as const).filter((field) => fields[field] === null);
  const hasFace = front.faces.boxes.length > 0;
  if (unread.length === 0 && hasFace) return [];
  const frontReason = reasonOf(front);
  const reason = frontReason === 'not_found' ? reasonOf(back) : frontReason;
  const missing: Missing[] = unread.map((field) => ({ field, reason }));
  if (!hasFace) missing.push({ field: 'front_face', reason: frontReason });
  return missing;
}

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
