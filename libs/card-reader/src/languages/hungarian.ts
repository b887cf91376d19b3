import type { Language } from './language';

export const hungarian: Language = {
  labels: {
    lastname: 'VEZETEKNEV; CSALADI NEV',
    name: 'UTONEV; UTONEVEK; KERESZTNEV',
    fullname: 'CSALADI ES UTONEV; CSALADI NEV ES UTONEV',
    nin: 'SZEMELYI AZONOSITO; SZEMELYI SZAM',
    document_number: 'OKMANYAZONOSITO; OKMANYSZAM; OKMANY AZONOSITO',
    date_birth: 'SZULETESI IDO; SZULETESI DATUM',
    date_issue: 'KIALLITAS DATUMA; KIALLITAS IDEJE; KIADAS DATUMA',
    date_due: 'ERVENYESSEGI IDO; ERVENYES; LEJARAT DATUMA',
    gender: 'NEME',
    nationality: 'ALLAMPOLGARSAG',
    other: 'SZULETESI HELY; SZULETESI NEV; ANYJA NEVE; ANYJA SZULETESI NEVE; KIALLITO HATOSAG; ALAIRAS; LAKCIM',
  },
  genders: { M: 'FERFI; FFI' },
  model: { name: 'hun', countries: 'HUN' },
};
