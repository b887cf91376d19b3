import type { Language } from './language';

export const somali: Language = {
  labels: {
    fullname: 'MAGACA OO DHAN; MAGACA OO DHAMEYSTIRAN',
    nin: 'LAMBARKA AQOONSIGA; LAMBARKA AQOONSIGA QARANKA',
    date_birth: 'TAARIIKHDA DHALASHADA',
    date_issue: 'TAARIIKHDA LA BIXIYAY; TAARIIKHDA BIXINTA',
    date_due: 'TAARIIKHDA DHICITAANKA; TAARIIKHDA DHICISTA; TAARIIKHDA UU DHACAYO',
    gender: 'JINSIGA; JINSI',
    nationality: 'JINSIYADDA; DHALASHADA',
    other: 'GOOBTA DHALASHADA; CINWAANKA; SAXIIXA',
  },
};
