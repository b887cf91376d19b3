import type { Language } from './language';

export const haitian: Language = {
  labels: {
    lastname: 'SIYATI',
    name: 'NON; NON YO',
    nin: 'NIMEWO IDANTIFIKASYON NASYONAL; NIMEWO IDANTIFIKASYON',
    document_number: 'NIMEWO KAT',
    date_birth: 'DAT NESANS; DAT OU FET',
    date_issue: 'DAT EMISYON; DAT YO BAY LI',
    date_due: 'DAT EKSPIRASYON',
    gender: 'SEKS',
    nationality: 'NASYONALITE',
    other: 'KOTE OU FET; ADRES; SIYATI MOUN NAN; ETA SIVIL; KOTE NESANS',
  },
};
