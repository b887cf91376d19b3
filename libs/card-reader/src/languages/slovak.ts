import type { Language } from './language';

export const slovak: Language = {
  labels: {
    lastname: 'PRIEZVISKO',
    name: 'MENO; MENA',
    fullname: 'MENO A PRIEZVISKO',
    nin: 'RODNE CISLO',
    document_number: 'CISLO PREUKAZU; CISLO DOKLADU; CISLO OP; CISLO OBCIANSKEHO PREUKAZU',
    date_birth: 'DATUM NARODENIA; DATUM NARODENI',
    date_issue: 'DATUM VYDANIA; VYDANE DNA',
    date_due: 'PLATNOST DO; PLATI DO; DATUM PLATNOSTI',
    gender: 'POHLAVIE',
    nationality: 'STATNE OBCIANSTVO',
    other: 'MIESTO NARODENIA; TRVALY POBYT; RODNE PRIEZVISKO; PODPIS DRZITELA',
  },
  model: { name: 'slk', countries: 'SVK' },
};
