import type { Language } from './language';

export const swedish: Language = {
  labels: {
    lastname: 'EFTERNAMN; ETTERNAMN',
    name: 'FORNAMN',
    fullname: 'NAMN',
    nin: 'PERSONNUMMER; PERSONBETECKNING; PERSONNR',
    document_number: 'KORTNUMMER; KORTNR; DOKUMENTNUMMER',
    date_birth: 'FODELSETID; FODELSEDATUM',
    date_issue: 'UTFARDAT; UTFARDAD; UTFARDANDEDATUM; UTFARDAT DEN',
    date_due: 'GALLER TILL; GILTIG TILL; SISTA GILTIGHETSDAG; GILTIGT TILL; GILTIG TOM; GILTIGT T O M',
    gender: 'KON',
    nationality: 'NATIONALITET; MEDBORGARSKAP',
    other: 'FODELSEORT; MYNDIGHET; UTFARDANDE MYNDIGHET; LANGD; NAMNTECKNING',
  },
  genders: { F: 'KVINNA' },
  model: { name: 'swe', countries: 'FIN SWE' },
};
