import { whyUnreadable } from './picture-quality';
import type { FlatSide } from './flat-side';
import type { FieldName, Missing, MissingReason } from './reading';

/** Which of the least a credential needs was not read, and why as far as the pictures tell. */
export function missingOf(fields: Record<FieldName, string | null>, front: FlatSide, back: FlatSide): Missing[] {
  const wanted = (['name', 'lastname', 'nin'] as const).filter((field) => fields[field] === null);
  const face = front.faces.boxes.length > 0;
  if (wanted.length === 0 && face) return [];
  const [ofFront, ofBack] = [reasonOf(front), reasonOf(back)];
  const missing: Missing[] = wanted.map((field) => ({ field, reason: clearest(ofFront, ofBack) }));
  if (!face) missing.push({ field: 'front_face', reason: ofFront });
  return missing;
}

function reasonOf(side: FlatSide): MissingReason {
  const unreadable = whyUnreadable(side.grey);
  return unreadable ?? (side.cardFound ? 'not_found' : shapeReason(side));
}

/** Print much of a card's, but no outline around it. */
const LINES_OF_A_CARD = 8;

/** Where no outline was found, a picture shaped like a card is the card itself. */
function shapeReason({ flat, boxes }: FlatSide): MissingReason {
  const shape = flat.width / flat.height;
  if (shape > 1.5 && shape < 1.68) return 'not_found';
  return boxes.length >= LINES_OF_A_CARD ? 'cut_off' : 'no_card_found';
}

const clearest = (front: MissingReason, back: MissingReason) => (front === 'not_found' ? back : front);
