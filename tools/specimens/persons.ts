import type { Random } from './random';

export type Language = 'es' | 'pt' | 'en' | 'de' | 'fr' | 'it';
export type Gender = 'F' | 'M';
export type Day = { day: number; month: number; year: number };
export type Person = {
  gender: Gender;
  givenNames: string[];
  surnames: string[];
  birth: Day;
};

const given: Record<Language, Record<Gender, string[]>> = {
  es: {
    F: [
      'Ángela',
      'Begoña',
      'Inés',
      'Lucía',
      'Mónica',
      'Rocío',
      'Verónica',
      'Ximena',
      'Paula',
      'Marta',
      'Carmen',
      'Noemí',
    ],
    M: ['Andrés', 'Íñigo', 'Joaquín', 'Raúl', 'Tomás', 'Óscar', 'Germán', 'Pablo', 'Hugo', 'Bruno', 'Félix', 'Ramón'],
  },
  pt: {
    F: ['Conceição', 'Letícia', 'Natália', 'Patrícia', 'Antônia', 'Beatriz', 'Vitória', 'Luísa', 'Cecília', 'Renata'],
    M: ['João', 'Sebastião', 'Flávio', 'Antônio', 'Vinícius', 'Caetano', 'Estêvão', 'Rogério', 'Murilo', 'Otávio'],
  },
  en: {
    F: ['Alice', 'Zoe', 'Margaret', 'Imogen', 'Harriet', 'Beatrix', 'Phoebe', 'Rosalind', 'Winifred', 'Audrey'],
    M: ['Edmund', 'Oliver', 'Gareth', 'Lachlan', 'Silas', 'Julian', 'Desmond', 'Rupert', 'Quentin', 'Howard'],
  },
  de: {
    F: ['Jürgine', 'Käthe', 'Brünhilde', 'Anneliese', 'Dörte', 'Heike', 'Sieglinde', 'Ursula', 'Lüdia', 'Margarete'],
    M: ['Björn', 'Jörg', 'Günther', 'Wolfgang', 'Rüdiger', 'Hänsel', 'Ulrich', 'Dietmar', 'Götz', 'Matthias'],
  },
  fr: {
    F: ['Hélène', 'Éloïse', 'Françoise', 'Zoé', 'Aurélie', 'Noëlle', 'Geneviève', 'Margaux', 'Léa', 'Inès'],
    M: ['François', 'Rémi', 'Jérôme', 'Benoît', 'Gaël', 'Loïc', 'Étienne', 'Thibault', 'Cédric', 'Aurélien'],
  },
  it: {
    F: ['Niccolina', 'Giulia', 'Concetta', 'Fiammetta', 'Donatella', 'Letizia', 'Raffaella', 'Bianca', 'Ornella'],
    M: ['Nicolò', 'Giosuè', 'Lorenzo', 'Gianluca', 'Matteo', 'Salvatore', 'Cesare', 'Umberto', 'Ettore', 'Mosè'],
  },
};

const family: Record<Language, string[]> = {
  es: [
    'Núñez',
    'Ibáñez',
    'Muñoz',
    'Cárdenas',
    'Quiñones',
    'Güemes',
    'Saldívar',
    'Zambrano',
    'Ordóñez',
    'Peñaloza',
    'Villagrán',
    'Castañeda',
    'Rincón',
    'Lagos',
    'Meléndez',
    'Bermúdez',
    'Echeverría',
    'Montenegro',
    'Argüello',
    'Del Río',
    'De la Fuente',
  ],
  pt: [
    'Gonçalves',
    'Araújo',
    'Magalhães',
    'Simões',
    'Brandão',
    'Assunção',
    'Queirós',
    'Falcão',
    'Teles',
    'Da Conceição',
  ],
  en: ['Abernathy', 'Hollingsworth', 'Pemberton', 'Whitlock', 'Okafor', 'Fairbanks', 'Lindqvist', 'Marlowe', 'Osgood'],
  de: ['Müller', 'Schröder', 'Jäger', 'Größmann', 'Kühn', 'Böhme', 'Schäfer', 'Vogt', 'Lehmann', 'Zimmermann'],
  fr: ['Lefèvre', 'Garçon', 'Bérard', 'Côté', 'Maréchal', 'Dubois', 'Noël', 'Guérin', 'Besançon', 'Delacroix'],
  it: ['Esposito', "D'Angelo", 'Nicolò', 'Bevilacqua', 'Tagliaferri', 'Ferrarò', 'Zanetti', 'Lo Russo', 'Pellegrini'],
};

/** In these languages, most people have one surname. */
const singleSurname: Language[] = ['en', 'de', 'fr', 'it'];

/** A random person. Names are in upper case, as cards print them. */
export function drawPerson(random: Random, language: Language): Person {
  const gender = random.pick<Gender>(['F', 'M']);
  const names = pickDistinct(random, given[language][gender], random.chance(0.7) ? 2 : 1);
  const surnames = pickDistinct(
    random,
    family[language],
    singleSurname.includes(language) || random.chance(0.15) ? 1 : 2,
  );
  return {
    gender,
    givenNames: names.map((name) => name.toUpperCase()),
    surnames: surnames.map((name) => name.toUpperCase()),
    birth: { day: random.integer(1, 28), month: random.integer(1, 12), year: random.integer(1948, 2005) },
  };
}

export type Validity = { issue: Day; due: Day };

/** A random recent date of issue, and the date of expiry. */
export function drawValidity(random: Random, years: number): Validity {
  const issue = { day: random.integer(1, 28), month: random.integer(1, 12), year: random.integer(2017, 2025) };
  return { issue, due: { ...issue, year: issue.year + years } };
}

function pickDistinct(random: Random, list: readonly string[], count: number): string[] {
  const picked = new Set<string>();
  while (picked.size < count) picked.add(random.pick(list));
  return [...picked];
}
