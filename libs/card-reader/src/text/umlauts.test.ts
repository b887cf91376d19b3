import { restoreUmlauts, speltOut, umlautsOf } from './umlauts';

it('spells umlauts out as the MRZ does', () => expect(speltOut('BJÖRN GROẞ')).toBe('BJOERN GROSS'));

it.each([
  ['SOLVI', 'SOELVI', 'NOR', 'SØLVI'],
  ['BJORNSTAD', 'BJOERNSTAD', 'DNK', 'BJØRNSTAD'],
  ['HÁVARD', 'HAAVARD', 'NOR', 'HÅVARD'],
  ['AKERSTROM', 'AAKERSTROEM', 'SWE', 'ÅKERSTRÖM'],
  ['SOLVI', 'SOELVI', 'DEU', null],
  ['BODVAR', 'BOEDVAR', 'ISL', 'BÖDVAR'],
  ['ÆSA', 'AESA', 'DEU', null],
  ['HŰVOS', 'HUEVOES', 'HUN', 'HŰVÖS'],
])('%s, in the MRZ %s, is on a card of %s %s', (printed, spelt, country, restored) =>
  expect(restoreUmlauts(printed, spelt, true, umlautsOf(country))).toBe(restored),
);

it.each([
  ['BJÓRN', 'BJOERN', false, 'BJÖRN'],
  ['JURGINE', 'JUERGINE', true, 'JÜRGINE'],
  ['JURGINE', 'JUERGINE', false, null],
  ['MANUL', 'MANUEL', true, null],
  ['VÁINO', 'VAEINOE', true, 'VÄINÖ'],
  ['HAMALAINEN', 'HAEMAELAEINEN', true, 'HÄMÄLÄINEN'],
  ['HAMALAINEN', 'HAEMAELAEINEN', false, null],
  ['MICHAL', 'MICHAEL', true, null],
  ['JOEL', 'JOEL', true, null],
  ['RÚEGG', 'RUEEGG', false, 'RÜEGG'],
  ['NOÉEL', 'NOEEL', false, null],
  ['MANÚEL', 'MANUEL', false, null],
  ['SCHÓNWEIB', 'SCHOENWEISS', true, 'SCHÖNWEIß'],
  ['SCHONWEIB', 'SCHOENWEISS', false, null],
  ['BORN', 'BJOERN', true, null],
  ["D'ANGELO", 'DANGELO', true, null],
])('%s, in the MRZ %s (umlauts: %s), is %s', (printed, spelt, hasUmlauts, restored) =>
  expect(restoreUmlauts(printed, spelt, hasUmlauts)).toBe(restored),
);
