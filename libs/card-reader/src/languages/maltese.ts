import type { Language } from './language';

export const maltese: Language = {
  labels: {
    lastname: 'KUNJOM',
    name: 'ISEM',
    fullname: 'ISEM U KUNJOM',
    nin: 'NUMRU TA IDENTITA',
    document_number: 'NUMRU TAL KARTA; NRU TAL KARTA; NUMRU TAD DOKUMENT',
    date_birth: 'DATA TAT TWELID',
    date_issue: 'DATA TAL HRUG; MAHRUGA',
    date_due: 'TISKADI; DATA TA SKADENZA; VALIDA SA',
    gender: 'SESS',
    nationality: 'NAZZJONALITA; CITTADINANZA',
    other: 'POST TAT TWELID; INDIRIZZ; FIRMA',
  },
  model: { name: 'mlt', countries: 'MLT' },
};
