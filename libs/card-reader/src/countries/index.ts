import { argentina } from './argentina';
import { bolivia } from './bolivia';
import { brazil } from './brazil';
import { chile } from './chile';
import { colombia } from './colombia';
import { costaRica } from './costa-rica';
import type { Country } from './country';
import { dominicanRepublic } from './dominican-republic';
import { ecuador } from './ecuador';
import { france } from './france';
import { germany } from './germany';
import { guatemala } from './guatemala';
import { italy } from './italy';
import { mexico } from './mexico';
import { panama } from './panama';
import { paraguay } from './paraguay';
import { peru } from './peru';
import { portugal } from './portugal';
import { spain } from './spain';
import { unitedKingdom } from './united-kingdom';
import { uruguay } from './uruguay';
import { venezuela } from './venezuela';

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
  bolivia,
  costaRica,
  panama,
  dominicanRepublic,
  venezuela,
  guatemala,
  germany,
  italy,
  france,
  portugal,
  unitedKingdom,
];

export { anyCountry, countryWithoutFile } from './any-country';
export type { Country } from './country';

/** Whether the peculiarities of a country are known. */
export const hasFile = ({ code }: Pick<Country, 'code'>): boolean => countries.some((country) => country.code === code);
