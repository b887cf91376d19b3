import type { Language } from './language';

/** Given names are announced by NOM, which is the surname in French. */
export const catalan: Language = {
  labels: {
    lastname: 'COGNOMS; COGNOM',
    lastname_first: 'PRIMER COGNOM',
    lastname_second: 'SEGON COGNOM',
    document_number: 'NUM SUPORT; NUMERO DE SUPORT; NUM DE SUPORT',
    date_birth: 'DATA DE NAIXEMENT',
    date_issue: 'DATA D EMISSIO; EMISSIO; DATA D EXPEDICIO; EXPEDICIO',
    date_due: 'VALID FINS A; VALIDESA; DATA DE CADUCITAT; CADUCITAT; VALID FINS',
    gender: 'SEXE',
    nationality: 'NACIONALITAT',
    other: 'LLOC DE NAIXEMENT; DOMICILI; EQUIP; FILL A DE; FILL DE',
  },
};
