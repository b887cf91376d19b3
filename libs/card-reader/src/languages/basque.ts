import type { Language } from './language';

export const basque: Language = {
  labels: {
    lastname: 'ABIZENAK; ABIZENA',
    name: 'IZENA',
    date_birth: 'JAIOTEGUNA; JAIOTZE DATA; JAIOTZE EGUNA',
    date_issue: 'JAULKIPENA; IGORPENA; JAULKIPEN DATA',
    date_due: 'BALIOZKOTASUNA; BALIOTASUNA; IRAUNGITZE DATA',
    gender: 'SEXUA',
    nationality: 'NAZIONALITATEA; NAZIOTASUNA',
    other: 'JAIOLEKUA; HELBIDEA; JAIOTERRIA',
  },
};
