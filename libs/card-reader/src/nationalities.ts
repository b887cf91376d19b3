import { editDistance, folded } from './folded';

/** ISO 3166 codes an MRZ may hold, and the few of ICAO 9303 beside them. */
const isoCodes = new Set(
  (
    'ABW AFG AGO AIA ALA ALB AND ARE ARG ARM ASM ATA ATF ATG AUS AUT AZE BDI BEL BEN BES BFA BGD BGR BHR BHS BIH BLM BLR ' +
    'BLZ BMU BOL BRA BRB BRN BTN BVT BWA CAF CAN CCK CHE CHL CHN CIV CMR COD COG COK COL COM CPV CRI CUB CUW CXR CYM CYP ' +
    'CZE D DJI DMA DNK DOM DZA ECU EGY ERI ESH ESP EST ETH FIN FJI FLK FRA FRO FSM GAB GBR GEO GGY GHA GIB GIN GLP GMB ' +
    'GNB GNQ GRC GRD GRL GTM GUF GUM GUY HKG HMD HND HRV HTI HUN IDN IMN IND IOT IRL IRN IRQ ISL ISR ITA JAM JEY JOR JPN ' +
    'KAZ KEN KGZ KHM KIR KNA KOR KWT LAO LBN LBR LBY LCA LIE LKA LSO LTU LUX LVA MAC MAF MAR MCO MDA MDG MDV MEX MHL MKD ' +
    'MLI MLT MMR MNE MNG MNP MOZ MRT MSR MTQ MUS MWI MYS MYT NAM NCL NER NFK NGA NIC NIU NLD NOR NPL NRU NZL OMN PAK PAN ' +
    'PCN PER PHL PLW PNG POL PRI PRK PRT PRY PSE PYF QAT REU RKS ROU RUS RWA SAU SDN SEN SGP SGS SHN SJM SLB SLE SLV SMR ' +
    'SOM SPM SRB SSD STP SUR SVK SVN SWE SWZ SXM SYC SYR TCA TCD TGO THA TJK TKL TKM TLS TON TTO TUN TUR TUV TWN TZA UGA ' +
    'UKR UMI URY USA UTO UZB VAT VCT VEN VGB VIR VNM VUT WLF WSM XXA XXB XXC XXX YEM ZAF ZMB ZWE'
  ).split(' '),
);

/** How cards in Spanish, Portuguese and English call their people; the beginnings that genders share. */
const demonyms: Record<string, string[]> = {
  ARG: ['ARGENTIN', 'ARGENTINE', 'ARGENTINIAN'],
  AUT: ['AUSTRIAN', 'AUSTRIAC'],
  AUS: ['AUSTRALIAN'],
  BEL: ['BELGIAN', 'BELGA'],
  BGR: ['BULGARIAN', 'BULGAR'],
  BOL: ['BOLIVIAN'],
  BRA: ['BRASILEN', 'BRASILEIR', 'BRAZILIAN'],
  CAN: ['CANADIAN', 'CANADIENSE', 'CANADENSE'],
  CHE: ['SWISS', 'SUIZ'],
  CHL: ['CHILEN', 'CHILEAN'],
  CHN: ['CHINESE', 'CHIN'],
  COL: ['COLOMBIAN'],
  CRI: ['COSTARRICENSE', 'COSTA RICAN'],
  CUB: ['CUBAN'],
  CYP: ['CYPRIOT'],
  CZE: ['CZECH', 'CHEC'],
  DEU: ['GERMAN', 'DEUTSCH', 'ALEMAN'],
  DNK: ['DANISH', 'DANES'],
  DOM: ['DOMINICAN'],
  ECU: ['ECUATORIAN', 'ECUADORIAN', 'EQUATORIAN'],
  ESP: ['ESPANOL', 'SPANISH', 'ESPANHOL'],
  EST: ['ESTONIAN', 'ESTONI'],
  FIN: ['FINNISH', 'FINLANDES'],
  FRA: ['FRENCH', 'FRANCES'],
  GBR: ['BRITISH', 'BRITISH CITIZEN', 'BRITANIC'],
  GRC: ['GREEK', 'GRIEG', 'HELLENIC'],
  GTM: ['GUATEMALTEC', 'GUATEMALAN'],
  HND: ['HONDUREN', 'HONDURAN'],
  HRV: ['CROATIAN', 'CROAT'],
  HTI: ['HAITIAN'],
  HUN: ['HUNGARIAN', 'HUNGAR'],
  IRL: ['IRISH', 'IRLANDES'],
  ISL: ['ICELANDIC'],
  ITA: ['ITALIAN'],
  LTU: ['LITHUANIAN', 'LITUAN'],
  LUX: ['LUXEMBOURGISH', 'LUXEMBOURGER'],
  LVA: ['LATVIAN', 'LETON'],
  MEX: ['MEXICAN'],
  MLT: ['MALTESE'],
  NIC: ['NICARAGUENSE', 'NICARAGUAN'],
  NLD: ['DUTCH', 'NEERLANDES', 'NEDERLANDSE'],
  NOR: ['NORWEGIAN', 'NORUEG'],
  PAN: ['PANAMEN', 'PANAMANIAN'],
  PER: ['PERUAN', 'PERUVIAN'],
  POL: ['POLISH', 'POLAC'],
  PRT: ['PORTUGUES', 'PORTUGUESE'],
  PRY: ['PARAGUAY', 'PARAGUAYAN'],
  ROU: ['ROMANIAN', 'RUMAN'],
  SLV: ['SALVADOREN', 'SALVADORAN'],
  SVK: ['SLOVAK', 'ESLOVAC'],
  SVN: ['SLOVENIAN', 'SLOVENE', 'ESLOVEN'],
  SWE: ['SWEDISH', 'SUEC'],
  TUR: ['TURKISH', 'TURC'],
  UKR: ['UKRAINIAN', 'UCRANIAN'],
  URY: ['URUGUAY', 'URUGUAYAN'],
  USA: ['AMERICAN', 'ESTADOUNIDENSE', 'UNITED STATES'],
  UTO: ['UTOPIAN'],
  VEN: ['VENEZOLAN', 'VENEZUELAN'],
};

const endings = ['', 'A', 'O', 'AS', 'OS', 'ES', 'ESA', 'NA', 'NO', 'CA', 'CO', 'A N', 'O N'];
const forms = new Map(
  Object.entries(demonyms).flatMap(([code, stems]) =>
    stems.flatMap((stem) => endings.map((end) => [stem + end, code] as const)),
  ),
);

/** Germany's code is a single letter in an MRZ; everywhere else it is written as ISO does. */
export function countryCode(zone: string): string | null {
  if (zone === 'D') return 'DEU';
  return zone.length === 3 && isoCodes.has(zone) ? zone : null;
}

/** The country a printed nationality names, as a code; null where it is not known for sure. */
export function nationalityIn(text: string): string | null {
  const word = folded(text);
  const exact = forms.get(word);
  if (exact) return exact;
  if (/^[A-Z]{3}$/.test(word)) return word === 'DEU' ? word : countryCode(word);
  if (word.length < 6) return null;
  const near = new Set<string>();
  for (const [form, code] of forms) if (editDistance(form, word) <= 1) near.add(code);
  return near.size === 1 ? [...near][0]! : null;
}
