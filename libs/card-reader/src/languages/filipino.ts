import type { Language } from './language';

export const filipino: Language = {
  labels: {
    lastname: 'APELYIDO',
    name: 'MGA PANGALAN; PANGALAN',
    date_birth: 'PETSA NG KAPANGANAKAN; ARAW NG KAPANGANAKAN',
    date_issue: 'PETSA NG PAGKAKALOOB',
    gender: 'KASARIAN',
    nationality: 'PAGKAMAMAMAYAN; NASYONALIDAD',
    other: 'TIRAHAN; GITNANG APELYIDO; LUGAR NG KAPANGANAKAN; URI NG DUGO; KALAGAYANG SIBIL',
  },
  genders: { M: 'LALAKI', F: 'BABAE' },
};
