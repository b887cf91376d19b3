import type { Language } from './language';
import { afrikaans } from './afrikaans';
import { albanian } from './albanian';
import { azerbaijani } from './azerbaijani';
import { basque } from './basque';
import { catalan } from './catalan';
import { croatian } from './croatian';
import { czech } from './czech';
import { danish } from './danish';
import { dutch } from './dutch';
import { english } from './english';
import { estonian } from './estonian';
import { filipino } from './filipino';
import { finnish } from './finnish';
import { french } from './french';
import { galician } from './galician';
import { german } from './german';
import { haitian } from './haitian';
import { hungarian } from './hungarian';
import { icelandic } from './icelandic';
import { indonesian } from './indonesian';
import { irish } from './irish';
import { italian } from './italian';
import { kinyarwanda } from './kinyarwanda';
import { kirundi } from './kirundi';
import { latvian } from './latvian';
import { lithuanian } from './lithuanian';
import { luxembourgish } from './luxembourgish';
import { malagasy } from './malagasy';
import { malay } from './malay';
import { maltese } from './maltese';
import { norwegian } from './norwegian';
import { polish } from './polish';
import { portuguese } from './portuguese';
import { romanian } from './romanian';
import { sesotho } from './sesotho';
import { slovak } from './slovak';
import { slovene } from './slovene';
import { somali } from './somali';
import { spanish } from './spanish';
import { swahili } from './swahili';
import { swedish } from './swedish';
import { tetum } from './tetum';
import { turkish } from './turkish';
import { uzbek } from './uzbek';
import { vietnamese } from './vietnamese';
import { welsh } from './welsh';
import { zulu } from './zulu';

/** Where several are those of one country, the first one is that of its names. */
export const languages: Language[] = [
  spanish,
  portuguese,
  english,
  french,
  german,
  italian,
  dutch,
  swedish,
  danish,
  norwegian,
  icelandic,
  finnish,
  estonian,
  latvian,
  lithuanian,
  polish,
  czech,
  slovak,
  slovene,
  croatian,
  hungarian,
  romanian,
  albanian,
  maltese,
  turkish,
  azerbaijani,
  uzbek,
  irish,
  welsh,
  catalan,
  basque,
  galician,
  luxembourgish,
  afrikaans,
  indonesian,
  malay,
  filipino,
  vietnamese,
  swahili,
  kinyarwanda,
  kirundi,
  malagasy,
  haitian,
  somali,
  tetum,
  sesotho,
  zulu,
];
