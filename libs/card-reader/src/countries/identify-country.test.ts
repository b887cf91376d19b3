import { identifyCountry } from './identify-country';

const codeOf = (texts: string[], code: string | null = null) => identifyCountry(texts, code).code;

it('is that of the MRZ or barcode, whatever the header resembles', () => {
  expect(codeOf(['DOCUMENTO ÚNICO DE IDENTIDAD'], 'SLV')).toBe('SLV');
  expect(codeOf([], 'D')).toBe('DEU');
  expect(codeOf(['REPUBLICA DE CHILE'], 'UTO')).toBe('CHL');
  expect(codeOf(['REPÚBLICA DE HONDURAS', 'REGISTRO NACIONAL DE LAS PERSONAS'], 'HND')).toBe('HND');
});

it('is named in the header, even misread', () => {
  expect(codeOf(['REPUBLICA DE CHlLE'])).toBe('CHL');
  expect(codeOf(['REPUBLIK ÖSTERREICH'])).toBe('AUT');
  expect(codeOf(['IRELAND'])).toBe('IRL');
  expect(codeOf(['BUNDESREPUBLIK DEUTSCHLAND'])).toBe('DEU');
  expect(codeOf(['Koninkrijk der Nederlanden'])).toBe('NLD');
  expect(codeOf(["REPOBLIKAN'I MADAGASIKARA"])).toBe('MDG');
});

it('is not named by an address, nor by a province', () => {
  expect(codeOf(['BRITISH COLUMBIA', 'CANADA'])).toBe('CAN');
  expect(codeOf(['NATIONAL REGISTRY', 'Identification Registry, Congo Road, Monrovia'])).toBe('');
});

it('is not another one with a similar name, nor the place of birth', () => {
  expect(codeOf(['REPUBLICA DE CUBA'])).toBe('CUB');
  expect(codeOf(['REPUBLIQUE DEM0CRATlQUE DU CONGO'], 'COD')).toBe('COD');
  expect(codeOf(['REPUBLIQUE DU CONGO'])).toBe('COG');
  expect(codeOf(['FEDERAL REPUBLIC OF NIGERIA'], 'NGA')).toBe('NGA');
  expect(codeOf(['IDENTITY CARD', 'Name', 'SMITH', 'Place of birth', 'JAMAICA'])).toBe('');
});

it('is the one that the front names, whatever a line of the back resembles', () => {
  const back = ['MINISTERIO DEL INTERIOR'];
  expect(identifyCountry(['REPÚBLICA DE CUBA', 'CARNÉ DE IDENTIDAD'], null, back).code).toBe('CUB');
  expect(identifyCountry(['REPUBBLICA ITALLANA'], null, ['CUBA']).code).toBe('ITA');
});

it('is the United States, whatever the name of the state', () => {
  expect(codeOf(['NEW MEXICO USA', 'DRIVER LICENSE'])).toBe('USA');
  expect(codeOf(['GEORGIA', 'DRIVER LICENSE'], 'USA')).toBe('USA');
  expect(codeOf(['California', 'DRIVER LICENSE'])).toBe('USA');
  expect(codeOf(['GEORGIA', 'DRIVING LICENCE'])).toBe('GEO');
  expect(codeOf(['REPUBLICA DE CHILE', 'USA'], 'CHL')).toBe('CHL');
});

it('is named on the back where the front names none', () => {
  expect(codeOf(['PROVINSI BALI', 'NIK'])).toBe('');
  expect(identifyCountry(['PROVINSI BALI'], null, ['REPUBLIK INDONESIA']).code).toBe('IDN');
  expect(identifyCountry(['REPUBLIC OF TRINIDAD AND TOBAGO'], null, ['JAMAICA']).code).toBe('TTO');
});
