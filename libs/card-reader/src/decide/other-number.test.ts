import type { FieldName, Source } from '../reading';
import type { FieldCandidate } from './field-candidates';
import { namedAsCoded } from './other-number';

const candidate = (field: FieldName, value: string, source: Source = 'mrz'): FieldCandidate => ({
  field,
  value,
  source,
  confidence: 0.9,
  hasValidCheckDigit: false,
});
const zone = [candidate('document_number', 'IC2999657'), candidate('nin', '9817002')];

it('a label of the document may announce the number that the zone holds as the person’s', () => {
  const printed = [candidate('document_number', '981-7002', 'print')];
  expect(namedAsCoded(printed, zone)).toMatchObject([{ field: 'nin', value: '981-7002' }]);
  expect(namedAsCoded([candidate('nin', 'IC2999657', 'print')], zone)).toMatchObject([{ field: 'document_number' }]);
});

it('a number that is announced as the person’s is both where the zone has it as the card’s and no other', () => {
  const named = namedAsCoded([candidate('nin', '02847163-1', 'print')], [candidate('document_number', '028471631')]);
  expect(named.map(({ field }) => field)).toEqual(['nin', 'document_number']);
});

it('a number that the zone holds under both names, or not at all, keeps the name of its label', () => {
  const both = [candidate('document_number', '9817002'), candidate('nin', '9817002')];
  const printed = [candidate('document_number', '9817002', 'print'), candidate('nin', '5550123', 'print')];
  expect(namedAsCoded(printed, both)).toEqual(printed);
  expect(namedAsCoded([candidate('document_number', '5550123', 'print')], zone)).toMatchObject([
    { field: 'document_number' },
  ]);
});
