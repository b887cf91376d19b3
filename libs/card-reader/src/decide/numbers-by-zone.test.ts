import { mrzOf } from '../read/mrz-reading.fixture';
import type { FieldCandidate } from './field-candidates';
import { numbersByZone } from './numbers-by-zone';

const zone = mrzOf([
  'IDFRAH5F4512P46<<<<<<<<<<<<<<<',
  '5811214F3107128FRA<<<<<<<<<<<0',
  'MARECHAL<<ZOE<AURELIE<<<<<<<<<',
]);
const printed = (value: string): FieldCandidate[] => [
  { field: 'document_number', value, source: 'print', confidence: 0.9, hasValidCheckDigit: false },
];

describe('a printed number that differs from that of the zone', () => {
  it('is that of the zone if it differs as misread letters and digits do', () => {
    expect(numbersByZone(printed('HSF4512P4'), zone)).toMatchObject([{ value: 'H5F4512P4', readAs: 'HSF4512P4' }]);
    const withZ = mrzOf(['I<MWIQK48ZD1W<3<<<<<<<<<<<<<<<', ...zone.lines.slice(1)]);
    expect(withZ.checkDigits.number).toBe(true);
    expect(numbersByZone(printed('QK487D1W'), withZ)).toMatchObject([{ value: 'QK48ZD1W', readAs: 'QK487D1W' }]);
  });

  it('is kept if it is another number', () => {
    expect(numbersByZone(printed('H7F4512P4'), zone)).toEqual(printed('H7F4512P4'));
  });

  it('is kept if the check digit holds for both, or for neither', () => {
    const both = mrzOf(['IDFRAK7F6O3OK90<<<<<<<<<<<<<<<', ...zone.lines.slice(1)]);
    expect(both.checkDigits.number).toBe(true);
    expect(numbersByZone(printed('K7F6030K9'), both)).toEqual(printed('K7F6030K9'));
    const neither = mrzOf(zone.lines.map((row) => row.replace('P46', 'P47')));
    expect(numbersByZone(printed('HSF4512P4'), neither)).toEqual(printed('HSF4512P4'));
  });

  it('is that of a repaired zone only if it was misread in the same way', () => {
    const asRead = zone.lines.map((row) => row.replace('H5F4512P4', 'H5F451ZP4'));
    const repaired = { ...zone, asRead, isRepaired: true };
    expect(numbersByZone(printed('H5F451ZP4'), repaired)).toMatchObject([{ value: 'H5F4512P4' }]);
    expect(numbersByZone(printed('HSF4512P4'), repaired)).toEqual(printed('HSF4512P4'));
  });
});
