import type { Language } from './language';

export const icelandic: Language = {
  labels: {
    lastname: 'KENNINAFN; EFTIRNAFN',
    name: 'EIGINNAFN; EIGINNOFN',
    nin: 'KENNITALA',
    document_number: 'SKIRTEINISNUMER; NUMER SKIRTEINIS; NUMER KORTS',
    date_birth: 'FAEDINGARDAGUR',
    date_issue: 'UTGAFUDAGUR; UTGEFID',
    date_due: 'GILDIR TIL; GILDIR UT; GILDISTIMI',
    gender: 'KYN',
    nationality: 'RIKISFANG',
    other: 'FAEDINGARSTADUR; UNDIRSKRIFT; UTGEFANDI',
  },
  model: { name: 'isl', countries: 'ISL' },
};
