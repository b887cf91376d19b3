import type { Language } from './language';

/** Bosnian, Montenegrin and Serbian in Latin letters, too. */
export const croatian: Language = {
  labels: {
    lastname: 'PREZIME',
    name: 'IME',
    fullname: 'PREZIME I IME; IME I PREZIME',
    nin: 'OIB; JMBG; JMB; MATICNI BROJ; JEDINSTVENI MATICNI BROJ',
    document_number: `
      BROJ OSOBNE ISKAZNICE; BROJ LICNE KARTE; REGISTARSKI BROJ; BROJ DOKUMENTA; REG BROJ; SERIJSKI BROJ;
      BROJ ISPRAVE; BROJ ISKAZNICE
    `,
    date_birth: 'DATUM RODENJA; DATUM RODJENJA',
    date_issue: 'DATUM IZDAVANJA; DATUM IZDAVANJA ISPRAVE',
    date_due: 'VRIJEDI DO; VAZI DO; DATUM ISTEKA; ROK VAZENJA; DATUM VAZENJA',
    gender: 'SPOL',
    nationality: 'DRZAVLJANSTVO',
    other: `
      MJESTO RODENJA; MESTO RODENJA; PREBIVALISTE; IME RODITELJA; IME JEDNOG RODITELJA; IZDATO OD; IZDALA;
      ADRESA STANOVANJA; VISINA
    `,
  },
  genders: { M: 'MUSKO; MUSKI', F: 'ZENSKO; ZENSKI' },
  model: { name: 'hrv', countries: 'BIH HRV MNE SRB' },
};
