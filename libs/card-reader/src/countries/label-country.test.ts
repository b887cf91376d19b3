import { labelCountry } from './label-country';

it('tells the country by two labels that no other country prints', () => {
  expect(labelCountry(['Edo. Civil', 'SOLTERO', 'Director', 'OFICINA NACIONAL'])).toBe('VEN');
});

it('says nothing of one label, of shared labels, or of labels of two countries', () => {
  expect(labelCountry(['DIRECTOR', 'DIRECTOR'])).toBeNull();
  expect(labelCountry(['APELLIDOS', 'NOMBRES', 'TIPO DE SANGRE', 'SECCIÓN'])).toBeNull();
  expect(labelCountry(['EDO. CIVIL', 'DIRECTOR', 'CLAVE DE ELECTOR'])).toBeNull();
});
