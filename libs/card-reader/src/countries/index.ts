import { argentina } from './argentina';
import { brazil } from './brazil';
import { chile } from './chile';
import { colombia } from './colombia';
import type { Country } from './country';
import { ecuador } from './ecuador';
import { mexico } from './mexico';
import { paraguay } from './paraguay';
import { peru } from './peru';
import { spain } from './spain';
import { uruguay } from './uruguay';

/** Every country with a file of its own. The first one whose header a card shows is taken. */
export const countries: Country[] = [
  chile,
  argentina,
  peru,
  colombia,
  ecuador,
  mexico,
  uruguay,
  brazil,
  spain,
  paraguay,
];

export { anyCountry } from './any-country';
export type { Country } from './country';
