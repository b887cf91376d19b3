import { numberCountry } from './number-country';

it('tells the country by a number that only its form and check digit fit', () => {
  expect(numberCountry(['CURP', 'IAEI800220HBCBCX66'])).toBe('MEX');
  expect(numberCountry(['RSSMRA85T10A562S'])).toBe('ITA');
  expect(numberCountry(['CUIL: 27-45302490-9'])).toBe('ARG');
});

it('says nothing of a wrong check digit, a number of digits, or numbers of two countries', () => {
  expect(numberCountry(['IAEI800220HBCBCX65'])).toBeNull();
  expect(numberCountry(['27-45302490-8', '27453024909'])).toBeNull();
  expect(numberCountry(['17.729.045-9', '8-123-4567', '927848289'])).toBeNull();
  expect(numberCountry(['IAEI800220HBCBCX66', 'RSSMRA85T10A562S'])).toBeNull();
});
