import type { Language } from './language';

export const romanian: Language = {
  labels: {
    lastname: 'NUME; NUMELE; NUME DE FAMILIE',
    name: 'PRENUME; PRENUMELE',
    fullname: 'NUME SI PRENUME; NUMELE SI PRENUMELE',
    nin: 'CNP; IDNP; COD NUMERIC PERSONAL; NUMAR PERSONAL; NUMARUL PERSONAL',
    document_number: `
      NUMARUL CARTII; SERIA SI NUMARUL; NUMARUL DOCUMENTULUI; NUMAR DOCUMENT; NR DOCUMENT; SERIA NR
    `,
    date_birth: 'DATA NASTERII; DATA NASTERE',
    date_issue: 'DATA EMITERII; DATA ELIBERARII; DATA EMITERE',
    date_due: 'DATA EXPIRARII; VALABIL PANA LA; VALABILA PANA LA; VALABIL PINA LA; DATA EXPIRARE',
    gender: 'SEXUL',
    nationality: 'CETATENIE; CETATENIA',
    other: `
      LOC NASTERE; LOCUL NASTERII; DOMICILIU; DOMICILIUL; EMISA DE; ELIBERAT DE; AUTORITATEA EMITENTA; SEMNATURA;
      GRUPA SANGUINA
    `,
  },
  genders: { M: 'MASCULIN; BARBATESC', F: 'FEMININ; FEMEIESC' },
  model: { name: 'ron', countries: 'MDA ROU' },
};
