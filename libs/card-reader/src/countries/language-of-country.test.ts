import { countries } from '.';
import { languageOfCard, languageOfCountry } from './language-of-country';

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

it('the language of a card is that of its words, unless they can only be a translation', () => {
  const french = ['NOM', 'PRÉNOMS', 'DATE DE NAISSANCE', 'SEXE'];
  const languages = ['CHE', 'LVA', 'GRC', 'PER'].map((code) => languageOfCard({ code }, french));
  expect(languages).toEqual(['fra', 'lav', 'fra', 'fra']);
  expect(languageOfCard({ code: 'CHE' }, [])).toBe('deu');
});
