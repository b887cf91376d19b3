import { editDistance, normalizeText } from '../text/normalize-text';

/** ISO 3166: two letters, by which the names of countries are known, and three, as in the MRZ. */
const codes = `
  AD AND AE ARE AF AFG AG ATG AI AIA AL ALB AM ARM AO AGO AR ARG AT AUT AU AUS AW ABW AZ AZE BA BIH BB BRB BD BGD
  BE BEL BF BFA BG BGR BH BHR BI BDI BJ BEN BM BMU BN BRN BO BOL BR BRA BS BHS BT BTN BW BWA BY BLR BZ BLZ CA CAN
  CD COD CF CAF CG COG CH CHE CI CIV CL CHL CM CMR CN CHN CO COL CR CRI CU CUB CV CPV CY CYP CZ CZE DE DEU DJ DJI
  DK DNK DM DMA DO DOM DZ DZA EC ECU EE EST EG EGY ER ERI ES ESP ET ETH FI FIN FJ FJI FR FRA GA GAB GB GBR GD GRD
  GE GEO GH GHA GM GMB GN GIN GQ GNQ GR GRC GT GTM GW GNB GY GUY HK HKG HN HND HR HRV HT HTI HU HUN ID IDN IE IRL
  IL ISR IN IND IQ IRQ IR IRN IS ISL IT ITA JM JAM JO JOR JP JPN KE KEN KG KGZ KH KHM KM COM KR KOR KP PRK KW KWT
  KZ KAZ LA LAO LB LBN LC LCA LI LIE LK LKA LR LBR LS LSO LT LTU LU LUX LV LVA LY LBY MA MAR MC MCO MD MDA ME MNE
  MG MDG MK MKD ML MLI MM MMR MN MNG MR MRT MT MLT MU MUS MV MDV MW MWI MX MEX MY MYS MZ MOZ NA NAM NE NER NG NGA
  NI NIC NL NLD NO NOR NP NPL NZ NZL OM OMN PA PAN PE PER PG PNG PH PHL PK PAK PL POL PR PRI PS PSE PT PRT PY PRY
  QA QAT RO ROU RS SRB RU RUS RW RWA SA SAU SB SLB SC SYC SD SDN SE SWE SG SGP SI SVN SK SVK SL SLE SM SMR SN SEN
  SO SOM SR SUR SS SSD ST STP SV SLV SY SYR SZ SWZ TD TCD TG TGO TH THA TJ TJK TL TLS TM TKM TN TUN TO TON TR TUR
  TT TTO TW TWN TZ TZA UA UKR UG UGA US USA UY URY UZ UZB VA VAT VC VCT VE VEN VN VNM VU VUT WS WSM XK RKS YE YEM
  ZA ZAF ZM ZMB ZW ZWE
`
  .trim()
  .split(/\s+/);

/** The languages in which cards name their country. */
const languages = `
  es en pt fr de it nl ro pl cs sk sl hr hu sv da nb fi et lv lt sq tr is ga mt bs id ms sw
`
  .trim()
  .split(' ');

/** What countries call themselves beside that. */
const ownNames = { MADAGASIKARA: 'MDG', NEDERLANDEN: 'NLD' };

/** Every name of a country, normalized, with its code. */
const codeByName = namesOfCountries();

function namesOfCountries(): Map<string, string> {
  const names = new Map<string, string>(Object.entries(ownNames));
  for (const language of languages) {
    const known = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
    for (let at = 0; at < codes.length; at += 2) {
      const name = normalizeText((known.of(codes[at]!) ?? '').replace('&', ' and '));
      if (name.length > 3 && !names.has(name)) names.set(name, codes[at + 1]!);
    }
  }
  return names;
}

/** Places in other countries. */
const places = /PORT OF SPAIN|CONGO TOWN|BRITISH COLUMBIA|DISTRICT OF COLUMBIA/;

/** The country that a header names, such as REPUBLIK OSTERREICH; null if it names none, or several. */
export function countryNamedIn(header: string): string | null {
  const words = ` ${normalizeText(header)} `.replace(places, '');
  const found = [...codeByName].filter(([name]) => words.includes(` ${name} `));
  // GUINEA is part of EQUATORIAL GUINEA.
  const longest = Math.max(0, ...found.map(([name]) => name.length));
  const named = new Set(found.filter(([name]) => name.length === longest).map(([, code]) => code));
  const [code] = named.size === 1 ? named : [];
  return code === 'COG' && words.split(' ').some(isDemocratic) ? 'COD' : (code ?? null);
}

/** One word, which may be misread, tells the two countries that are named after the Congo apart. */
const isDemocratic = (word: string) =>
  ['DEMOCRATIQUE', 'DEMOCRATIC', 'KIDEMOKRASIA'].some((name) => editDistance(name, word, 3) <= 3);

const MIN_STEM = 4;
/** Words that several countries have in their names, and no people. */
const OF_SEVERAL = /^(?:REPUBL|ISLA|UNITED|SOUTH|NORTH|SAINT|SANTA?$|STATE|ESTADO|CENTRAL|DEMOCRA)/;

/** The one word of a name, or those by which two countries tell themselves apart: CONGO KINSHASA. */
const wordsOf = (name: string) => {
  const words = name.split(' ');
  return words.length === 1 ? words : words.filter((word) => word.length > MIN_STEM && !OF_SEVERAL.test(word));
};

/**
 * The country whose name a nationality is made of: ANGOLANA, JAMAICAN, SÉNÉGALAISE. For the issuer of the card, half of
 * its name is enough; for another country all but the last letter, if no other country's begins so.
 */
export function countryByStem(word: string, issuer: string): string | null {
  const isStem = (name: string, length: number) => length >= MIN_STEM && word.startsWith(name.slice(0, length));
  const ofIssuer = [...codeByName].some(
    ([name, code]) =>
      code === issuer && wordsOf(name).some((part) => isStem(part, Math.max(MIN_STEM, Math.ceil(part.length / 2)))),
  );
  if (ofIssuer) return issuer;
  const names = [...codeByName].filter(([name]) => !name.includes(' '));
  const others = new Set(names.filter(([name]) => isStem(name, Math.max(5, name.length - 1))).map(([, code]) => code));
  return others.size === 1 ? [...others][0]! : null;
}

export const countryByName = (name: string): string | null => codeByName.get(name) ?? null;
