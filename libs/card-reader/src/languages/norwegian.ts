import type { Language } from './language';

export const norwegian: Language = {
  labels: {
    lastname: 'ETTERNAVN',
    name: 'FORNAVN',
    nin: 'FODSELSNUMMER; PERSONNUMMER; PERSONNR',
    document_number: 'KORTNUMMER; DOKUMENTNUMMER; KORTNR',
    date_birth: 'FODSELSDATO; FODT',
    date_issue: 'UTSTEDT; UTSTEDELSESDATO; DATO FOR UTSTEDELSE',
    date_due: 'UTLOPSDATO; GYLDIG TIL; UTLOPER',
    gender: 'KJONN',
    nationality: 'STATSBORGERSKAP; NASJONALITET',
    other: 'FODESTED; MYNDIGHET; HOYDE; UNDERSKRIFT',
  },
  model: { name: 'dan', countries: 'NOR' },
};
