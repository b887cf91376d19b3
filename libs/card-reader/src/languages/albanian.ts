import type { Language } from './language';

export const albanian: Language = {
  labels: {
    lastname: 'MBIEMRI',
    name: 'EMRI',
    fullname: 'EMRI MBIEMRI; EMRI DHE MBIEMRI',
    nin: 'NUMRI PERSONAL; NR PERSONAL',
    document_number: `
      NUMRI I DOKUMENTIT; NR I DOKUMENTIT; NUMRI I KARTES; NR I KARTES; NUMRI I LETERNJOFTIMIT; NR I LETERNJOFTIMIT
    `,
    date_birth: 'DATELINDJA; DATA E LINDJES',
    date_issue: 'DATA E LESHIMIT; LESHUAR ME',
    date_due: 'DATA E SKADENCES; DATA E SKADIMIT; VLEN DERI; DATA E SKADENCE',
    gender: 'GJINIA',
    nationality: 'SHTETESIA; KOMBESIA',
    other: 'VENDLINDJA; VENDBANIMI; AUTORITETI; NENSHKRIMI; LESHUAR NGA; ADRESA',
  },
  model: { name: 'sqi', countries: 'ALB XKX' },
};
