import type { Language } from './language';

export const malay: Language = {
  labels: {
    fullname: 'NAMA; NAMA PENUH',
    nin: 'NO KAD PENGENALAN; NOMBOR KAD PENGENALAN; NO K P',
    document_number: 'NOMBOR KAD; NO KAD',
    date_birth: 'TARIKH LAHIR',
    date_issue: 'TARIKH DIKELUARKAN; TARIKH KELUARAN',
    date_due: 'TARIKH LUPUT; TARIKH TAMAT; SAH SEHINGGA; TARIKH TAMAT TEMPOH',
    gender: 'JANTINA',
    nationality: 'WARGANEGARA; KERAKYATAN; KEWARGANEGARAAN',
    other: 'TEMPAT LAHIR; NEGERI LAHIR; ALAMAT; AGAMA; TARAF PENDUDUK',
  },
  genders: { M: 'LELAKI', F: 'PEREMPUAN' },
};
