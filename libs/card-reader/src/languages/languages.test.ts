import { languages } from '.';
import { labelKindOf } from '../read/labels';
import { parseDate } from '../text/dates';
import { normalizeText } from '../text/normalize-text';
import { listedWords } from './listed-words';
import { sharedLabels } from './shared-labels';

it('each label is normalized and announces one thing in all languages', () => {
  const all = sharedLabels.flatMap(({ texts }) => texts);
  expect(all.filter((text) => text === '' || normalizeText(text) !== text)).toEqual([]);
  expect(all.filter((text, at) => all.indexOf(text) !== at)).toEqual([]);
});

it('a language with months has twelve, and no word stands for two of them', () => {
  for (const { months } of languages) if (months) expect(listedWords(months)).toHaveLength(12);
  const words = languages.flatMap(({ months = '' }) =>
    listedWords(months).flatMap((names, i) =>
      names
        .split(' ')
        .filter(Boolean)
        .map((name) => `${name} ${i}`),
    ),
  );
  const month = new Map(words.map((word) => word.split(' ') as [string, string]));
  expect(words.filter((word) => month.get(word.split(' ')[0]!) !== word.split(' ')[1])).toEqual([]);
});

it.each([
  ['Nom et prénoms', 'fullname'],
  ['Post-nom', 'lastname_second'],
  ["Date d'établissement", 'date_issue'],
  ['Bilhete de Identidade Nº', 'nin'],
  ['Có giá trị đến', 'date_due'],
  ['Họ và tên', 'fullname'],
  ['Fanampin’anarana', 'name'],
  ['Datum rođenja', 'date_birth'],
  ['Numri personal', 'nin'],
  ['Igitsina', 'gender'],
  ['Ärveldatud', null],
])('%s, which may stand without English, announces %s', (text, kind) => expect(labelKindOf(text, 95)).toBe(kind));

it.each([
  ['12 MAA/MRT 2019', '12/03/2019'],
  ['17 DESEMBER 1988', '17/12/1988'],
])('the months of %s are known', (text, date) => expect(parseDate(text)).toBe(date));
