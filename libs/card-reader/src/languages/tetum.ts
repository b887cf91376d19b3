import type { Language } from './language';

export const tetum: Language = {
  labels: {
    lastname: 'APELIDU',
    fullname: 'NARAN KOMPLETU',
    date_birth: 'DATA MORIS',
    date_issue: 'DATA EMISAUN',
    date_due: 'VALIDU TO',
    gender: 'SEKSU',
    nationality: 'NASIONALIDADE',
    other: 'FATIN MORIS; HELA FATIN',
  },
};
