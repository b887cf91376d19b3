import { listedWords } from '../languages/listed-words';
import { normalizeText } from '../text/normalize-text';

const states = new Set(
  listedWords(`
    ALABAMA; ALASKA; ARIZONA; ARKANSAS; CALIFORNIA; COLORADO; CONNECTICUT; DELAWARE; DISTRICT OF COLUMBIA; FLORIDA;
    GEORGIA; HAWAII; IDAHO; ILLINOIS; INDIANA; IOWA; KANSAS; KENTUCKY; LOUISIANA; MAINE; MARYLAND; MASSACHUSETTS;
    MICHIGAN; MINNESOTA; MISSISSIPPI; MISSOURI; MONTANA; NEBRASKA; NEVADA; NEW HAMPSHIRE; NEW JERSEY; NEW MEXICO;
    NEW YORK; NEW YORK STATE; NORTH CAROLINA; NORTH DAKOTA; OHIO; OKLAHOMA; OREGON; PENNSYLVANIA; RHODE ISLAND;
    SOUTH CAROLINA; SOUTH DAKOTA; TENNESSEE; TEXAS; UTAH; VERMONT; VIRGINIA; WASHINGTON; WEST VIRGINIA; WISCONSIN;
    WYOMING
  `),
);

/** The licence of an American state may name the state alone; other countries write LICENCE. */
export function isOfAmericanState(header: string[], texts: string[]): boolean {
  const isLicense = texts.some((text) => /\bDRIVER(?: ?S)? LICENSE\b/.test(normalizeText(text)));
  return isLicense && header.some((text) => states.has(normalizeText(text)));
}
