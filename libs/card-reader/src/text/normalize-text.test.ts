import { normalizeText } from './normalize-text';

it.each([
  ['Núñez-Ibáñez', 'NUNEZ IBANEZ'],
  ['KØREKORT', 'KOREKORT'],
  ['Błaszczyk', 'BLASZCZYK'],
  ['ĐURĐEVIĆ', 'DURDEVIC'],
  ['Þórdís Æsa Guðmundsdóttir', 'THORDIS AESA GUDMUNDSDOTTIR'],
])('%s is compared as %s, as the zone writes it', (text, normalized) => expect(normalizeText(text)).toBe(normalized));
