import type { Language } from './language';

/** Setswana, too. */
export const sesotho: Language = {
  labels: {
    lastname: 'SEFANE',
    name: 'MABITSO; LEBITSO',
    date_birth: 'LETSATSI LA TSOALO; LETLHA LA BOTSALO; LETSATSI LA TSWALO',
    nationality: 'BOSECHABA; BODITSHABA',
    other: 'SEBAKA SA TSOALO',
  },
};
