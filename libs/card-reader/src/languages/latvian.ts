import type { Language } from './language';

export const latvian: Language = {
  labels: {
    lastname: 'UZVARDS',
    name: 'VARDI; VARDS',
    nin: 'PERSONAS KODS',
    document_number: 'DOKUMENTA NUMURS; DOKUMENTA NR',
    date_birth: 'DZIMSANAS DATUMS',
    date_issue: 'IZDOSANAS DATUMS; IZDEVUMA DATUMS',
    date_due: 'DERIGA LIDZ; DERIGS LIDZ',
    gender: 'DZIMUMS',
    nationality: 'PILSONIBA',
    other: 'DZIMSANAS VIETA; IZDEVEJIESTADE; AUGUMS; PARAKSTS',
  },
  model: { name: 'lav', countries: 'LVA' },
};
