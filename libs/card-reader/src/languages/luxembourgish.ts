import type { Language } from './language';

export const luxembourgish: Language = {
  labels: {
    lastname: 'NUMM',
    name: 'VIRNUMM; VIRNIMM',
    date_birth: 'GEBUERTSDATUM',
    gender: 'GESCHLECHT',
    nationality: 'NATIONALITEIT',
    other: 'GEBUERTSPLAZ',
  },
};
