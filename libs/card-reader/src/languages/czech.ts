import type { Language } from './language';

export const czech: Language = {
  labels: {
    lastname: 'PRIJMENI',
    name: 'JMENO; JMENA; JMENO A',
    fullname: 'JMENO A PRIJMENI',
    nin: 'RODNE CISLO',
    document_number: 'CISLO DOKLADU; CISLO PRUKAZU; CISLO OP',
    date_birth: 'DATUM NAROZENI',
    date_issue: 'DATUM VYDANI; VYDANO DNE',
    date_due: 'PLATNOST DO; PLATNY DO; DATUM PLATNOSTI',
    gender: 'POHLAVI',
    nationality: 'STATNI OBCANSTVI',
    other: 'MISTO NAROZENI; TRVALY POBYT; RODINNY STAV; RODNE PRIJMENI; PODPIS DRZITELE',
  },
  model: { name: 'ces', countries: 'CZE' },
};
