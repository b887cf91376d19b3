import type { Language } from './language';

export const galician: Language = {
  labels: {
    date_birth: 'DATA DE NACEMENTO',
    other: 'LUGAR DE NACEMENTO; ENDEREZO; FILLO A DE',
  },
};
