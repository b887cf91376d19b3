import { editDistance, normalizeText } from '../text/normalize-text';
import { countries } from '.';
import { countryByName, countryByStem } from './country-names';

/** The codes an MRZ may hold: ISO 3166, and those that ICAO 9303 adds. */
const isoCodes = new Set(
  (
    'ABW AFG AGO AIA ALA ALB AND ARE ARG ARM ASM ATA ATF ATG AUS AUT AZE BDI BEL BEN BES BFA BGD BGR BHR BHS ' +
    'BIH BLM BLR BLZ BMU BOL BRA BRB BRN BTN BVT BWA CAF CAN CCK CHE CHL CHN CIV CMR COD COG COK COL COM CPV ' +
    'CRI CUB CUW CXR CYM CYP CZE D DJI DMA DNK DOM DZA ECU EGY ERI ESH ESP EST ETH FIN FJI FLK FRA FRO FSM ' +
    'GAB GBR GEO GGY GHA GIB GIN GLP GMB GNB GNQ GRC GRD GRL GTM GUF GUM GUY HKG HMD HND HRV HTI HUN IDN IMN ' +
    'IND IOT IRL IRN IRQ ISL ISR ITA JAM JEY JOR JPN KAZ KEN KGZ KHM KIR KNA KOR KWT LAO LBN LBR LBY LCA LIE ' +
    'LKA LSO LTU LUX LVA MAC MAF MAR MCO MDA MDG MDV MEX MHL MKD MLI MLT MMR MNE MNG MNP MOZ MRT MSR MTQ MUS ' +
    'MWI MYS MYT NAM NCL NER NFK NGA NIC NIU NLD NOR NPL NRU NZL OMN PAK PAN PCN PER PHL PLW PNG POL PRI PRK ' +
    'PRT PRY PSE PYF QAT REU RKS ROU RUS RWA SAU SDN SEN SGP SGS SHN SJM SLB SLE SLV SMR SOM SPM SRB SSD STP ' +
    'SUR SVK SVN SWE SWZ SXM SYC SYR TCA TCD TGO THA TJK TKL TKM TLS TON TTO TUN TUR TUV TWN TZA UGA UKR UMI ' +
    'URY USA UTO UZB VAT VCT VEN VGB VIR VNM VUT WLF WSM XXA XXB XXC XXX YEM ZAF ZMB ZWE'
  ).split(' '),
);

/**
 * The people of countries without a file of their own, in Spanish, Portuguese and English, or as their cards
 * print them: the beginnings of the words, which all genders share.
 */
const otherDemonyms: Record<string, string[]> = {
  AUT: ['AUSTRIAN', 'AUSTRIAC'],
  AUS: ['AUSTRALIAN'],
  BEL: ['BELGIAN', 'BELGA'],
  BGR: ['BULGARIAN', 'BULGAR'],
  CAN: ['CANADIAN', 'CANADIENSE', 'CANADENSE'],
  CHE: ['SWISS', 'SUIZ'],
  CHN: ['CHINESE', 'CHIN'],
  CUB: ['CUBAN'],
  CYP: ['CYPRIOT'],
  CZE: ['CZECH', 'CHEC'],
  DNK: ['DANISH', 'DANES'],
  EST: ['ESTONIAN', 'ESTONI'],
  FIN: ['FINNISH', 'FINLANDES'],
  GRC: ['GREEK', 'GRIEG', 'HELLENIC'],
  HND: ['HONDUREN', 'HONDURAN'],
  HRV: ['CROATIAN', 'CROAT'],
  HTI: ['HAITIAN'],
  HUN: ['HUNGARIAN', 'HUNGAR'],
  IDN: ['WNI'],
  IRL: ['IRISH', 'IRLANDES'],
  ISL: ['ICELANDIC'],
  LTU: ['LITHUANIAN', 'LITUAN'],
  LUX: ['LUXEMBOURGISH', 'LUXEMBOURGER'],
  LVA: ['LATVIAN', 'LETON'],
  MLT: ['MALTESE'],
  MYS: ['WARGANEGARA'],
  NGA: ['NIGERIAN'],
  NIC: ['NICARAGUENSE', 'NICARAGUAN'],
  NLD: ['DUTCH', 'NEERLANDES', 'NEDERLANDSE'],
  NOR: ['NORWEGIAN', 'NORUEG'],
  PHL: ['FILIPIN', 'PHILIPPINE'],
  POL: ['POLISH', 'POLAC'],
  ROU: ['ROMANIAN', 'RUMAN'],
  SLV: ['SALVADOREN', 'SALVADORAN'],
  SVK: ['SLOVAK', 'ESLOVAC'],
  SVN: ['SLOVENIAN', 'SLOVENE', 'ESLOVEN'],
  SWE: ['SWEDISH', 'SUEC'],
  TUR: ['TURKISH', 'TURC'],
  UKR: ['UKRAINIAN', 'UCRANIAN'],
  USA: ['AMERICAN', 'ESTADOUNIDENSE', 'UNITED STATES'],
  UTO: ['UTOPIAN'],
  ZAF: ['RSA', 'SOUTH AFRICAN', 'SUDAFRICAN'],
};

const endings = ['', 'A', 'O', 'AS', 'OS', 'ES', 'ESA', 'NA', 'NO', 'CA', 'CO', 'A N', 'O N'];
const demonyms = [
  ...countries.map(({ code, demonyms }) => [code, demonyms] as const),
  ...Object.entries(otherDemonyms),
];
const codeByNationality = new Map(
  demonyms.flatMap(([code, stems]) => stems.flatMap((stem) => endings.map((end) => [stem + end, code] as const))),
);

/** The country code of an MRZ field. Germany's is the letter D there; elsewhere it is written as in ISO 3166. */
export function countryCode(field: string): string | null {
  if (field === 'D') return 'DEU';
  return field.length === 3 && isoCodes.has(field) ? field : null;
}

/**
 * The code of a printed nationality; null where it is unknown or ambiguous. One misread letter is allowed, and any word
 * made of a country's name, the issuer's before others. In several languages, BELG / BEL, the known parts must agree.
 */
export function parseNationality(text: string, issuer = ''): string | null {
  const codes = new Set(text.split('/').map((part) => codeOfPart(part, issuer)));
  codes.delete(null);
  return codes.size === 1 ? [...codes][0]! : null;
}

/** Slovaks call their country SLOVENSKO, and Slovenes what is theirs. */
const isSlovene = (word: string, issuer: string) => issuer === 'SVN' && /^SLOVENSK[AO]$/.test(word);

function codeOfPart(text: string, issuer: string): string | null {
  const word = normalizeText(text);
  if (isSlovene(word, issuer)) return issuer;
  return nationalityOf(word) ?? countryByName(word) ?? (word.length < 5 ? null : countryByStem(word, issuer));
}

/** Whether a letter of a printed nationality is misread: it is near a known one. */
export function isMisspelt(text: string): boolean {
  const word = normalizeText(text);
  return !codeByNationality.has(word) && word.length > 3 && nationalityOf(word) !== null;
}

/** The code of a word for a people, normalized; the name of a country is none. */
export function nationalityOf(word: string): string | null {
  const exact = codeByNationality.get(word);
  if (exact) return exact;
  if (/^[A-Z]{3}$/.test(word)) return word === 'DEU' ? word : countryCode(word);
  if (word.length < 6) return null;
  const near = new Set<string>();
  for (const [nationality, code] of codeByNationality) if (editDistance(nationality, word, 1) <= 1) near.add(code);
  return near.size === 1 ? [...near][0]! : null;
}
