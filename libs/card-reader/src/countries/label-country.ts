import { sharedLabels } from '../languages/shared-labels';
import { normalizeText } from '../text/normalize-text';
import { countries } from '.';

/** One label may be on a card of a country without a file here. */
const MIN_LABELS = 2;

/** The labels that one country prints and no other one, with its code. */
const ownLabels = new Map<string, string>();
const labelsOf = countries.map(({ code, labels }) => ({ code, labels: Object.values(labels ?? {}).flat() }));
const shared = new Set(sharedLabels.flatMap(({ texts }) => texts));
for (const { code, labels } of labelsOf)
  for (const label of labels)
    if (!shared.has(label) && !labelsOf.some((other) => other.code !== code && other.labels.includes(label)))
      ownLabels.set(label, code);

/** The country by the labels that only its cards print; null if they are too few, or those of several countries. */
export function labelCountry(texts: string[]): string | null {
  const found = new Set(texts.map(normalizeText).filter((text) => ownLabels.has(text)));
  const codes = new Set([...found].map((label) => ownLabels.get(label)!));
  return found.size >= MIN_LABELS && codes.size === 1 ? [...codes][0]! : null;
}
