import type { Language } from './language';

export const irish: Language = {
  labels: {
    lastname: 'SLOINNE',
    name: 'REAMHAINM; REAMHAINMNEACHA; REAMHAINM NEACHA',
    date_birth: 'DATA BREITHE',
    date_issue: 'DATA EISIUNA',
    date_due: 'DATA EAGA; DATA DUL IN EAG',
    gender: 'GNEAS',
    nationality: 'NAISIUNTACHT',
  },
};
