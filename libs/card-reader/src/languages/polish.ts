import type { Language } from './language';

export const polish: Language = {
  labels: {
    lastname: 'NAZWISKO',
    name: 'IMIONA; IMIE; IMIE IMIONA; IMIE I IMIONA',
    fullname: 'IMIE I NAZWISKO; NAZWISKO I IMIONA',
    nin: 'NUMER PESEL; PESEL; NR PESEL',
    document_number: 'NUMER DOWODU; NUMER DOKUMENTU; SERIA I NUMER; NR DOKUMENTU; NUMER KARTY',
    date_birth: 'DATA URODZENIA',
    date_issue: 'DATA WYDANIA',
    date_due: 'TERMIN WAZNOSCI; DATA WAZNOSCI; WAZNY DO; WAZNA DO',
    gender: 'PLEC',
    nationality: 'OBYWATELSTWO',
    other: `
      MIEJSCE URODZENIA; NAZWISKO RODOWE; IMIONA RODZICOW; ORGAN WYDAJACY; ADRES ZAMELDOWANIA; WZROST;
      PODPIS POSIADACZA; KOLOR OCZU
    `,
  },
  genders: { M: 'MEZCZYZNA', F: 'KOBIETA' },
  model: { name: 'pol', countries: 'POL' },
};
