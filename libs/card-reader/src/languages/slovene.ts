import type { Language } from './language';

export const slovene: Language = {
  labels: {
    lastname: 'PRIIMEK',
    name: 'IME',
    nin: 'EMSO',
    document_number: 'STEVILKA OSEBNE IZKAZNICE; STEVILKA IZKAZNICE; STEVILKA DOKUMENTA; ST OSEBNE IZKAZNICE',
    date_birth: 'DATUM ROJSTVA',
    date_issue: 'DATUM IZDAJE',
    date_due: 'VELJA DO; DATUM VELJAVNOSTI; VELJAVNOST',
    gender: 'SPOL',
    nationality: 'DRZAVLJANSTVO',
    other: 'KRAJ ROJSTVA; NASLOV; STALNO PREBIVALISCE; PRISTOJNI ORGAN',
  },
  genders: { M: 'MOSKI', F: 'ZENSKI' },
  model: { name: 'hrv', countries: 'SVN' },
};
