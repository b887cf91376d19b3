import { countries } from '.';
import { languageOfCountry } from './language-of-country';

const languageOf = (code: string) => languageOfCountry(countries.find((country) => country.code === code) ?? { code });

it('the language of a country is that of its file, else that of its people; unknown for all others', () => {
  expect(['FRA', 'CHL', 'SEN', 'MOZ', 'AUT', 'SMR', 'HND', 'POL', 'NOR', 'GRC', ''].map(languageOf)).toEqual([
    'fra',
    'spa',
    'fra',
    'por',
    'deu',
    'ita',
    'spa',
    'pol',
    'dan',
    null,
    null,
  ]);
});
