import type { Language } from './language';

export const finnish: Language = {
  labels: {
    lastname: 'SUKUNIMI',
    name: 'ETUNIMET; ETUNIMI',
    nin: 'HENKILOTUNNUS',
    document_number: 'KORTIN NUMERO; ASIAKIRJAN NUMERO',
    date_birth: 'SYNTYMAAIKA',
    date_issue: 'MYONNETTY; MYONTAMISPAIVA',
    date_due: 'VIIMEINEN VOIMASSAOLOPAIVA; VOIMASSA ASTI',
    gender: 'SUKUPUOLI',
    nationality: 'KANSALAISUUS',
    other: 'SYNTYMAPAIKKA; VIRANOMAINEN; PITUUS; ALLEKIRJOITUS',
  },
  genders: { M: 'MIES', F: 'NAINEN' },
};
