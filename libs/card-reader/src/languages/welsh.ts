import type { Language } from './language';

export const welsh: Language = {
  labels: {
    lastname: 'CYFENW',
    name: 'ENWAU CYNTAF; ENW CYNTAF',
    date_birth: 'DYDDIAD GENI',
    date_issue: 'DYDDIAD CYHOEDDI',
    date_due: 'DYDDIAD DOD I BEN',
    gender: 'RHYW',
    nationality: 'CENEDLIGRWYDD',
  },
};
