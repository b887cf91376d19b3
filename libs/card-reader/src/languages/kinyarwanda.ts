import type { Language } from './language';

export const kinyarwanda: Language = {
  labels: {
    fullname: 'AMAZINA',
    nin: 'INOMERO Y INDANGAMUNTU; NOMERO Y INDANGAMUNTU; INDANGAMUNTU',
    date_birth: 'ITARIKI YAVUTSEHO; ITARIKI Y AMAVUKO',
    date_issue: 'ITARIKI YATANGIWEHO',
    gender: 'IGITSINA',
    nationality: 'UBWENEGIHUGU',
    other: 'AHO YATANGIWE; AHO YAVUKIYE; UMUKONO',
  },
};
