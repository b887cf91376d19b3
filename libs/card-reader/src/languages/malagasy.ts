import type { Language } from './language';

export const malagasy: Language = {
  labels: {
    lastname: 'ANARANA',
    name: 'FANAMPINY; FANAMPIN ANARANA; FANAMPIN NY ANARANA',
    nin: 'LAHARANA; LAHARAN NY KARAPANONDRO; LAHARAM PAMANTARANA',
    date_birth: 'DATY NAHATERAHANA; TERAKA TAMIN NY; TERAKA TAMY NY; DATY SY TOERANA NAHATERAHANA',
    date_issue: 'DATY NANOMEZANA; NATAO TAMIN NY; NOMENA TAMIN NY',
    gender: 'LAHY SA VAVY',
    nationality: 'ZOM PIRENENA',
    other: 'TOERANA NAHATERAHANA; FONENANA; FAMANTARANA MANOKANA; ASA ATAO',
  },
};
