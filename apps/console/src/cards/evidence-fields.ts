import type { CardDetail } from './queries';

type Evidence = CardDetail['evidence'];
export type FieldName = Exclude<keyof Evidence, 'copy_signs'>;

/** The evidence of each field, without that of the whole card. */
export function fieldsOf({ copy_signs: _ofCard, ...fields }: Evidence): [FieldName, Evidence[FieldName]][] {
  return Object.entries(fields) as [FieldName, Evidence[FieldName]][];
}
