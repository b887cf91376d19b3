import type { Language } from './language';

export const swahili: Language = {
  labels: {
    lastname: 'JINA LA MWISHO; JINA LA UKOO',
    name: 'JINA LA KWANZA; MAJINA; MAJINA MENGINE',
    name_middle: 'MAJINA YA KATI; JINA LA KATI',
    fullname: 'JINA KAMILI; MAJINA KAMILI',
    nin: `
      NAMBA YA KITAMBULISHO; NAMBARI YA KITAMBULISHO; NAMBARI YA UTAMBULISHO; NAMBA YA UTAMBULISHO;
      NAMBA YA UTAMBULISHO WA TAIFA
    `,
    document_number: 'NAMBARI YA KADI; NAMBA YA KADI',
    date_birth: 'TAREHE YA KUZALIWA',
    date_issue: 'TAREHE YA KUTOLEWA; TAREHE YA KUTOA',
    date_due: 'MWISHO WA KUTUMIKA; TAREHE YA KUISHA; TAREHE YA MWISHO; MWISHO WA MATUMIZI',
    gender: 'JINSI; JINSIA',
    nationality: 'URAIA; UTAIFA',
    other: 'SAHIHI; MAHALI PA KUZALIWA; ANWANI; MAHALI PA KUTOLEWA',
  },
  genders: { M: 'ME; MWANAUME; MUME', F: 'KE; MWANAMKE' },
};
