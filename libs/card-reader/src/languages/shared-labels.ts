import { languages } from '.';
import { labelKinds } from './language';
import { listedWords } from './listed-words';

/** Labels that cards of several countries print, normalized. */
export const sharedLabels = labelKinds.map((kind) => ({
  kind,
  texts: [...new Set(languages.flatMap(({ labels }) => (labels[kind] ? listedWords(labels[kind]) : [])))],
}));
