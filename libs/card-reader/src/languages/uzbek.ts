import type { Language } from './language';

export const uzbek: Language = {
  labels: {
    lastname: 'FAMILIYASI; FAMILIYA',
    name: 'ISMI',
    nin: 'SHAXSIY RAQAMI; SHAXSIY RAQAM; JSHSHIR',
    document_number: 'KARTA RAQAMI; HUJJAT RAQAMI',
    date_birth: 'TUG ILGAN SANASI; TUGILGAN SANASI',
    date_issue: 'BERILGAN SANASI',
    date_due: 'AMAL QILISH MUDDATI',
    gender: 'JINSI',
    nationality: 'FUQAROLIGI',
    other: 'OTASINING ISMI; TUG ILGAN JOYI; TUGILGAN JOYI; MILLATI; BERGAN ORGAN; IMZO',
  },
  genders: { M: 'ERKAK', F: 'AYOL' },
};
