import { detailsOfChecks } from './es-checks';
import { records } from './es-records';
import { kindsOfData, rulesOfRetention } from './es-retention';

/** The API's own texts are English. Those that are known here have their Spanish beside them. */
const texts = new Map(Object.entries({ ...kindsOfData, ...rulesOfRetention, ...detailsOfChecks }));

const { fields } = records.cardScreen;
const names = new Map(
  Object.entries({
    ...fields,
    ...{ number: fields.document_number, birth: fields.date_birth, expiry: fields.date_due },
    composite: 'Dígito final',
  }),
);

/** The Spanish of a text of the API; undefined for an unknown one. */
export function spanishOf(text: string): string | undefined {
  const whole = texts.get(text);
  if (whole !== undefined) return whole;
  const start = [...texts.keys()].find((one) => one.endsWith(' ') && text.startsWith(one));
  if (start === undefined) return undefined;
  const listed = text.slice(start.length).split(', ');
  if (!listed.every((one) => names.has(one))) return undefined;
  return texts.get(start)! + listed.map((one) => names.get(one)!.toLowerCase()).join(', ');
}
