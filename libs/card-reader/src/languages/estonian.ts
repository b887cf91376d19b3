import type { Language } from './language';

export const estonian: Language = {
  labels: {
    lastname: 'PEREKONNANIMI; PERENIMI',
    name: 'EESNIMED; EESNIMI; EESNIMI ED',
    nin: 'ISIKUKOOD',
    document_number: 'DOKUMENDI NUMBER; DOKUMENDI NR',
    date_birth: 'SUNNIAEG',
    date_issue: 'VALJAANDMISE KUUPAEV; VALJA ANTUD',
    date_due: 'KEHTIV KUNI',
    gender: 'SUGU',
    nationality: 'KODAKONDSUS',
    other: 'SUNNIKOHT; ALLKIRI; VALJAANDJA',
  },
  model: { name: 'est', countries: 'EST' },
};
