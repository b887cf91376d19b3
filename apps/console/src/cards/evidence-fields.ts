import type { CardDetail } from './queries';

type Evidence = CardDetail['evidence'];
export type FieldName = Exclude<keyof Evidence, 'copy_signs' | 'sides_agree'>;

/** The evidence of each field, without that of the whole card. */
export function fieldsOf({
  copy_signs: _signs,
  sides_agree: _agree,
  ...fields
}: Evidence): [FieldName, Evidence[FieldName]][] {
  return Object.entries(fields) as [FieldName, Evidence[FieldName]][];
}
