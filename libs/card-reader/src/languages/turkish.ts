import type { Language } from './language';

export const turkish: Language = {
  labels: {
    lastname: 'SOYADI; SOYAD',
    fullname: 'ADI SOYADI; AD SOYAD',
    nin: 'TC KIMLIK NO; T C KIMLIK NO; KIMLIK NO; KIMLIK NUMARASI',
    document_number: 'SERI NO; SERI NUMARASI; BELGE NO',
    date_birth: 'DOGUM TARIHI',
    date_issue: 'VERILIS TARIHI; DUZENLENME TARIHI',
    date_due: 'GECERLILIK TARIHI; SON GECERLILIK TARIHI; SON GECERLILIK',
    gender: 'CINSIYETI; CINSIYET',
    nationality: 'UYRUGU; UYRUK',
    other: 'ANNE ADI; BABA ADI; ANA ADI; DOGUM YERI; VEREN MAKAM; IMZA; IMZASI; MEDENI HALI',
  },
  genders: { M: 'ERKEK', F: 'KADIN' },
  model: { name: 'tur', countries: 'TUR' },
};
