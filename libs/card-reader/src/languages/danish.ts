import type { Language } from './language';

export const danish: Language = {
  labels: {
    lastname: 'EFTERNAVN',
    name: 'FORNAVN; FORNAVNE',
    nin: 'CPR NR; CPR NUMMER; PERSONNUMMER',
    document_number: 'KORTNUMMER; KOREKORTNUMMER; KORTNR; DOKUMENTNUMMER; KORT NR; LEGITIMATIONSKORT NR',
    date_birth: 'FODSELSDATO; FODT; FODSELSDAG',
    date_issue: 'UDSTEDT; UDSTEDELSESDATO; UDSTEDT DEN; UDSTEDT DATO',
    date_due: 'UDLOBSDATO; GYLDIG TIL; UDLOBER',
    gender: 'KON',
    nationality: 'NATIONALITET; STATSBORGERSKAB',
    other: 'FODESTED; MYNDIGHED; UNDERSKRIFT; BOPAEL',
  },
  ownWords: ['EFTERNAVN', 'UDSTEDELSESDATO ', 'UDSTEDENDE ', 'UDLOBSDATO ', 'KOREKORT', 'STATSBORGERSKAB '],
  model: { name: 'dan', countries: 'DNK FRO GRL' },
};
