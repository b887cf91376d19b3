import type { Language } from './language';

export const lithuanian: Language = {
  labels: {
    lastname: 'PAVARDE',
    name: 'VARDAS; VARDAI; VARDAS AI',
    nin: 'ASMENS KODAS',
    document_number: 'DOKUMENTO NR; DOKUMENTO NUMERIS; KORTELES NR; KORTELES NUMERIS',
    date_birth: 'GIMIMO DATA',
    date_issue: 'ISDAVIMO DATA; ISDUOTA',
    date_due: 'GALIOJA IKI',
    gender: 'LYTIS',
    nationality: 'PILIETYBE',
    other: 'GIMIMO VIETA; PARASAS; ISDAVE',
  },
  model: { name: 'lit', countries: 'LTU' },
};
