import type { Language } from './language';

export const indonesian: Language = {
  labels: {
    fullname: 'NAMA; NAMA LENGKAP',
    nin: 'NIK; NOMOR INDUK KEPENDUDUKAN',
    document_number: 'NOMOR KARTU',
    date_birth: 'TGL LAHIR; TANGGAL LAHIR; TEMPAT TGL LAHIR; TEMPAT TANGGAL LAHIR',
    date_issue: 'TANGGAL TERBIT; TANGGAL DIKELUARKAN',
    date_due: 'BERLAKU HINGGA; BERLAKU SAMPAI',
    gender: 'JENIS KELAMIN',
    nationality: 'KEWARGANEGARAAN',
    other: 'ALAMAT; GOL DARAH; AGAMA; STATUS PERKAWINAN; PEKERJAAN; KECAMATAN; KEL DESA; RT RW',
  },
  genders: { M: 'LAKI LAKI', F: 'PEREMPUAN' },
  months: `
    JAN JANUARI; FEB FEBRUARI; MAR MARET; APR; MEI; JUN JUNI; JUL JULI; AGT AGUSTUS; SEP; OKT; NOV; DES DESEMBER
  `,
};
