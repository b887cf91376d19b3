import type { Language } from './language';

export const kirundi: Language = {
  labels: {
    lastname: 'IZINA',
    name: 'AMATAZIRANO',
    nin: 'INOMERO YA KARANGAMUNTU; KARANGAMUNTU',
    date_birth: 'ITARIKI Y AMAVUKO; IGIHE YAVUKIYE; YAVUTSE',
    date_issue: 'ITANZWE KU WA; ITANGIWE KU WA',
    gender: 'IGITSINA',
    nationality: 'UBWENEGIHUGU',
    other: 'PROVENSI; AHO YAVUKIYE; UMUSOZI; IGIKUMU',
  },
};
