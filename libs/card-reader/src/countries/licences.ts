import { listedWords } from '../languages/listed-words';
import { editDistance, normalizeText } from '../text/normalize-text';

/** What driving licences call themselves, normalized. */
const titles = listedWords(`
  DRIVING LICENCE; DRIVING LICENSE; DRIVER LICENSE; DRIVER LICENCE; DRIVERS LICENSE; DRIVERS LICENCE; DRIVER S LICENSE;
  DRIVER S LICENCE; PERMIS DE CONDUIRE; FUHRERSCHEIN; PERMISO DE CONDUCCION; PERMISO DE CONDUCIR; LICENCIA DE CONDUCIR;
  LICENCIA DE CONDUCCION; LICENCIA PARA CONDUCIR; LICENCIA NACIONAL; LICENCIA PARA MANEJAR; LICENCIA DE CONDUCTOR;
  LICENCIA DE AUTOMOVILISTA; LICENCIA DE CHOFER; PERMISO PARA CONDUCIR; LICENCIA DE MANEJO; PATENTE DI GUIDA;
  CARTA DE CONDUCAO;
  CARTEIRA NACIONAL DE HABILITACAO; RIJBEWIJS; KORKORT; KOREKORT; FORERKORT; AJOKORTTI; PRAWO JAZDY; RIDICSKY PRUKAZ;
  VODICSKY PREUKAZ; VEZETOI ENGEDELY; PERMIS DE CONDUCERE; VOZACKA DOZVOLA; VOZNISKO DOVOLJENJE; JUHILUBA;
  VADITAJA APLIECIBA; VAIRUOTOJO PAZYMEJIMAS; LICENZJA TAS SEWQAN; CEADUNAS TIOMANA; SURUCU BELGESI
`);

const [LONG_TITLE, MAX_MISREAD] = [12, 2];

/** Whether a side calls itself a driving licence; a long title may be misread. */
export const isLicence = (lines: { text: string }[]): boolean =>
  lines.some(({ text }) => {
    const words = normalizeText(text);
    return titles.some((title) => ` ${words} `.includes(` ${title} `) || isMisread(words, title));
  });

const isMisread = (words: string, title: string) =>
  title.length >= LONG_TITLE && editDistance(words, title, MAX_MISREAD) <= MAX_MISREAD;
