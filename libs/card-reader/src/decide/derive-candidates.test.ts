import { anyCountry, countries, countryWithoutFile } from '../countries';
import { lineAt } from '../read/printed-lines.fixture';
import { type FieldCandidate, candidatesFor } from './field-candidates';
import { mergeField } from './merge-sources';
import { deriveCandidates } from './derive-candidates';

const stranger = { ...anyCountry, code: 'HND' };
const venezuela = countries.find(({ code }) => code === 'VEN')!;
const candidate = (
  field: FieldCandidate['field'],
  value: string,
  source: FieldCandidate['source'] = 'print',
): FieldCandidate => ({ field, value, source, confidence: 0.9, hasValidCheckDigit: false });
const valuesOf = (field: string, candidates: FieldCandidate[]) =>
  candidates.filter((one) => one.field === field).map(({ value, source }) => `${source} ${value}`);

it('a card does not expire on the day that it announces as that of its issue', () => {
  const card = [candidate('date_issue', '29/04/2011'), candidate('date_due', '29/04/2011', 'mrz')];
  expect(valuesOf('date_due', deriveCandidates(card, [[], []], stranger))).toEqual([]);
  const later = [candidate('date_issue', '29/04/2011'), candidate('date_due', '29/04/2021', 'mrz')];
  expect(valuesOf('date_due', deriveCandidates(later, [[], []], stranger))).toEqual(['mrz 29/04/2021']);
});

it('beside the number of a Dutch licence stands that of its holder, if the check digit holds', () => {
  const netherlands = countryWithoutFile('NLD');
  const ninBeside = (text: string) => {
    const derived = deriveCandidates(
      [candidate('document_number', '5094827316')],
      [[], [lineAt(text, 80, 40)]],
      netherlands,
    );
    return mergeField('nin', candidatesFor('nin', derived)).value;
  };
  expect(ninBeside('184736250/5094827316')).toBe('184736250');
  expect(ninBeside('184736251/5094827316')).not.toBe('184736251');
  expect(ninBeside('184736250/5361709428')).not.toBe('184736250');
});

it('nothing proves that the number of a licence is its holder’s, unless its check digit holds', () => {
  const isProven = (number: string, title: string, code: string) => {
    const sources = ['print', 'barcode'] as const;
    const card = sources.flatMap((source) => [
      candidate('nin', number, source),
      candidate('document_number', number, source),
    ]);
    const derived = deriveCandidates(card, [[lineAt(title, 40, 40)], []], countryWithoutFile(code));
    return (['nin', 'document_number'] as const).map(
      (field) => mergeField(field, candidatesFor(field, derived)).evidence.proven,
    );
  };
  expect(isProven('24617385', "DRIVER'S LICENSE", 'USA')).toEqual([false, true]);
  expect(isProven('9202204720083', 'DRIVING LICENCE', 'ZAF')).toEqual([true, true]);
  expect(isProven('24617385', 'IDENTITY CARD', 'USA')).toEqual([true, true]);
});

it('nor does anything where persons have no number: that of the card stands for it', () => {
  const germany = countries.find(({ code }) => code === 'DEU')!;
  const card = [candidate('nin', 'L5VCK7N9R'), candidate('nin', 'L5VCK7N9R', 'mrz')];
  const cards = [...card, ...card.map((one) => ({ ...one, field: 'document_number' as const }))];
  const derived = deriveCandidates(cards, [[], []], germany);
  const proven = (['nin', 'document_number'] as const).map(
    (field) => mergeField(field, candidatesFor(field, derived)).evidence.proven,
  );
  expect(proven).toEqual([false, true]);
});

it('the number of a Spanish licence keeps the form of the holder, that of a card gets its own', () => {
  const spain = countries.find(({ code }) => code === 'ESP')!;
  const corrected = (number: string) =>
    valuesOf('document_number', deriveCandidates([candidate('document_number', number)], [[], []], spain));
  expect(corrected('25418097S')).toEqual(['print 25418097S']);
  expect(corrected('8AA12345O')).toEqual(['print BAA123450']);
});

describe('the number of a card without a label', () => {
  it('is that of person and card if it is the only one', () => {
    const derived = deriveCandidates([], [[lineAt('0801-1985-01234', 80, 40)], []], stranger);
    expect(valuesOf('nin', derived)).toEqual(['print 0801-1985-01234']);
    expect(valuesOf('document_number', derived)).toEqual(['print 0801-1985-01234']);
  });

  it('may stand below the title, behind a sign of a degree that was misread', () => {
    const front = [lineAt("CARTE NATIONALE D'IDENTITÉ", 420, 60), lineAt('N* 0214-873-5609', 420, 100)];
    expect(valuesOf('document_number', deriveCandidates([], [front, []], stranger))).toEqual(['print 0214-873-5609']);
  });

  it('stays unknown where a longer one stands beside words in another script', () => {
    const number = candidate('document_number', '207412358', 'mrz');
    const [line] = [lineAt('LBS 109791301004520007', 420, 240)];
    expect(valuesOf('nin', deriveCandidates([number], [[lineAt('207412358', 640, 60), line], []], stranger))).toEqual(
      [],
    );
  });

  it('stays unknown where the card has two', () => {
    const lines = [[lineAt('0801-1985-01234', 80, 40), lineAt('M82467905', 80, 140)], []];
    expect(valuesOf('nin', deriveCandidates([candidate('document_number', 'M82467905')], lines, stranger))).toEqual([]);
  });

  it('is the only one of the front, if that of the back is in small print', () => {
    const front = [lineAt('3346-5808-9523-8507', 53, 170, 28)];
    const values = (height: number) =>
      deriveCandidates([], [front, [lineAt('31066363265', 77, 745, height)]], anyCountry).map(({ value }) => value);
    expect(values(18)).toEqual(['3346-5808-9523-8507', '3346-5808-9523-8507']);
    expect(values(26)).toEqual([]);
  });

  it('is the large one that both sides repeat, beside small ones', () => {
    const sides = (height: number) => [
      [lineAt('4738 2916 0528', 400, 600, 45), lineAt('9140 2738 5516', 400, 660, height)],
      [lineAt('4738 2916 0528', 380, 600, 45)],
    ];
    const values = (height: number) => deriveCandidates([], sides(height), anyCountry).map(({ value }) => value);
    expect(values(26)).toEqual(['473829160528', '473829160528']);
    expect(values(40)).toEqual([]);
    expect(deriveCandidates([], [sides(26)[0]!, []], anyCountry)).toEqual([]);
  });

  it('is not what follows the label of something else', () => {
    const front = [lineAt('4738 2916 0528', 400, 600, 45), lineAt('VID : 9140 2738 5516 2042', 400, 660, 40)];
    const values = deriveCandidates([], [front, []], anyCountry).map(({ value }) => value);
    expect(values).toEqual(['473829160528', '473829160528']);
  });

  it('has a second source in a barcode that holds it', () => {
    const lines = [[lineAt('19790913546', 559, 154, 28)], [lineAt('19790913546', 318, 580, 23)]];
    const derived = deriveCandidates([], lines, stranger, ['19790913546']);
    expect(valuesOf('nin', derived)).toEqual(['print 19790913546', 'barcode 19790913546']);
  });

  it('is not the access number of the chip', () => {
    const lines = [[lineAt('PA4748237', 478, 486, 21), lineAt('CAN 229530', 60, 692, 20)], []];
    const derived = deriveCandidates([candidate('document_number', 'PA4748237')], lines, stranger);
    expect(valuesOf('nin', derived)).toEqual(['print PA4748237']);
  });

  it('is not that of the card if its barcode has another one', () => {
    const lines = [[lineAt('86041233543', 80, 40)], []];
    const numbersWith = (code: string) =>
      valuesOf('document_number', deriveCandidates([candidate('nin', '86041233543')], lines, stranger, [code]));
    expect(numbersWith('N:YUNIEL\nCI:86041233543\nFV:ACA597755')).toEqual([]);
    const both = ['print 86041233543', 'barcode 86041233543'];
    expect(numbersWith('86041233543|YUNIEL|20190207|12041986')).toEqual(both);
    expect(numbersWith('8604123354301237115269')).toEqual(both);
  });

  it('is the one of both sides, where one leaves the hyphens out and counts the copies', () => {
    const lines = [[lineAt('560823-01-6975', 80, 40)], [lineAt('560823016975-01-01', 80, 40)]];
    const labelled = [candidate('document_number', '560823016975')];
    expect(valuesOf('nin', deriveCandidates(labelled, lines, stranger))).toEqual(['print 560823-01-6975']);
  });

  it('is not the other one of a driving licence', () => {
    const lines = [[lineAt('1. BYRNE', 80, 40), lineAt('2. ORLA', 80, 80), lineAt('4a. 01.02.2022', 80, 120)], []];
    lines[0]!.push(lineAt('4d. 4835262', 80, 160));
    expect(valuesOf('document_number', deriveCandidates([candidate('nin', '4835262')], lines, stranger))).toEqual([]);
  });

  it('is that of a card without a zone, where cards have another one there', () => {
    const dominican = countries.find(({ code }) => code === 'DOM')!;
    const nin = candidate('nin', '402-6293238-3');
    expect(valuesOf('document_number', deriveCandidates([nin], [[], []], dominican))).toEqual(['print 402-6293238-3']);
    const withZone = [nin, candidate('date_due', '08/05/2031', 'mrz')];
    expect(valuesOf('document_number', deriveCandidates(withZone, [[], []], dominican))).toEqual([]);
  });

  it('is the one that a barcode of its own holds, whatever other numbers are printed', () => {
    const [front, back] = [
      [lineAt('N” 000166795UE007', 77, 40)],
      [lineAt('000166795UEDO7', 106, 40), lineAt('805641 2584', 931, 80)],
    ];
    const numberOf = (sides: (typeof front)[], code: string) =>
      valuesOf('nin', deriveCandidates([], sides, stranger, [code]));
    const both = ['print 000166795UE007', 'barcode 000166795UE007'];
    expect(numberOf([front, back], '000166795UE007')).toEqual(both);
    expect(numberOf([front, back], '000166795UE008')).toEqual(['print 8056412584']);
    expect(numberOf([[], back], '000166795UE007')).toEqual(['print 8056412584']);
    expect(numberOf([[], back.slice(0, 1)], '000166795UE007')).toEqual(both);
  });

  it('is neither a date nor a word', () => {
    const lines = [[lineAt('22-03-1966', 80, 40), lineAt('CALLE 12 NORTE 345678', 80, 140)], []];
    expect(deriveCandidates([], lines, stranger)).toEqual([]);
  });

  it('is taken if it alone has the form of its country', () => {
    const derived = deriveCandidates([], [[lineAt('V 8.586.247', 80, 40)], []], venezuela);
    expect(valuesOf('nin', derived)).toEqual(['print V-8586247']);
  });
});

describe('a number that the zone says without its hyphens', () => {
  it('is found behind the end of a label that was read with it', () => {
    const lines = [[lineAt('Personal identity num688706-1759', 80, 40)], []];
    const found = (value: string) => deriveCandidates([candidate('nin', value, 'mrz')], lines, stranger);
    expect(valuesOf('nin', found('6887061759'))).toEqual(['mrz 6887061759', 'print 688706-1759']);
    expect(valuesOf('nin', found('887061759'))).toEqual(['mrz 887061759']);
  });

  it('is the number of the person as it is printed, where it is the only one', () => {
    const coded = { ...candidate('document_number', '84450124759', 'mrz'), confidence: 0.97 };
    const labelled = candidate('document_number', '844-5012475-9');
    const derived = deriveCandidates([coded, labelled], [[lineAt('844-5012475-9', 80, 40)], []], stranger);
    expect(valuesOf('nin', derived)).toEqual(['print 844-5012475-9']);
  });
});

it('finds what the zone says in the print, with its hyphens, whatever label is near', () => {
  const lines = [[lineAt('9-366-3829', 80, 40), lineAt('12 MAY 1961', 80, 140)], []];
  const coded = [candidate('nin', '93663829', 'mrz'), candidate('date_birth', '12/05/1961', 'mrz')];
  const derived = deriveCandidates(coded, lines, stranger);
  expect(valuesOf('nin', derived)).toEqual(['mrz 93663829', 'print 9-366-3829']);
  expect(valuesOf('date_birth', derived)).toEqual(['mrz 12/05/1961', 'print 12/05/1961']);
});

it('takes an S of the zone for the digit that leaves its check digit right', () => {
  const italy = countries.find(({ code }) => code === 'ITA')!;
  const numberOf = (source: FieldCandidate['source']) =>
    valuesOf('document_number', deriveCandidates([candidate('document_number', 'CAS9810NE', source)], [[], []], italy));
  expect(numberOf('mrz')).toEqual(['mrz CA89810NE']);
  expect(numberOf('print')).toEqual(['print CA59810NE']);
});

it('prefers a clearly printed number to one of the zone whose characters were exchanged', () => {
  const italy = countries.find(({ code }) => code === 'ITA')!;
  const numbers = [candidate('document_number', 'CAS77002B', 'mrz'), candidate('document_number', 'CA57202BI')];
  const derived = deriveCandidates(numbers, [[], []], italy);
  expect(mergeField('document_number', candidatesFor('document_number', derived)).value).toBe('CA57202BI');
});

it('the number of a licence is the person’s where licences have no other', () => {
  const italy = countries.find(({ code }) => code === 'ITA')!;
  const [licence, card] = [[[lineAt('PATENTE DI GUIDA', 198, 40)]], [[lineAt('CARTA DI IDENTITÀ', 198, 40)]]];
  const number = candidate('document_number', 'U1A19R5F2A');
  expect(valuesOf('nin', deriveCandidates([number], licence, italy))).toEqual(['print U1A19R5F2A']);
  expect(valuesOf('nin', deriveCandidates([number], card, italy))).toEqual([]);
  const person = candidate('nin', 'RSSMRA85T10A562S');
  expect(valuesOf('nin', deriveCandidates([number, person], licence, italy))).toEqual(['print RSSMRA85T10A562S']);
});
