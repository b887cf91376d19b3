import type { Language } from './language';

/** Its sixth vowel is written as E, as engines read it. */
export const azerbaijani: Language = {
  labels: {
    lastname: 'SOYADI',
    nin: 'FERDI IDENTIFIKASIYA NOMRESI',
    document_number: 'SERIYA NOMRE; VESIQENIN NOMRESI; SENEDIN NOMRESI',
    date_birth: 'DOGULDUGU TARIX; DOGUM TARIXI',
    date_issue: 'VERILME TARIXI; VERILDIYI TARIX',
    date_due: 'BITME TARIXI; ETIBARLIDIR; ETIBARLILIQ MUDDETI',
    gender: 'CINSI',
    nationality: 'VETENDASLIGI; VETENDASLIQ',
    other: 'ATASININ ADI; DOGULDUGU YER; QAN QRUPU; AILE VEZIYYETI; YASAYIS YERI',
  },
  genders: { M: 'KISI', F: 'QADIN' },
  model: { name: 'aze', countries: 'AZE' },
};
