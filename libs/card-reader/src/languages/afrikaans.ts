import type { Language } from './language';

export const afrikaans: Language = {
  labels: {
    lastname: 'FAMILIENAAM',
    name: 'VOORNAME',
    nin: 'IDENTITEITSNOMMER; ID NOMMER',
    date_birth: 'GEBOORTEDATUM',
    date_issue: 'DATUM UITGEREIK; DATUM VAN UITREIKING',
    gender: 'GESLAG',
    nationality: 'NASIONALITEIT; BURGERSKAP',
    other: 'GEBOORTEPLEK; LAND VAN GEBOORTE; HANDTEKENING',
  },
};
