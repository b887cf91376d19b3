import type { Language } from './language';

/** Siswati, too. */
export const zulu: Language = {
  labels: {
    lastname: 'ISIBONGO; SIBONGO',
    name: 'AMAGAMA; EMAGAMA; IGAMA',
    date_birth: 'USUKU LOKUZALWA; LUSUKU LWEKUTALWA',
    gender: 'UBULILI',
    nationality: 'UBUZWE',
    other: 'INDAWO YOKUZALWA',
  },
};
