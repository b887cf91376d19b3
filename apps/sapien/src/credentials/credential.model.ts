import { fieldNames } from '@herald/card-reader';
import {
  boolean,
  integer,
  list,
  named,
  nullable,
  number,
  object,
  oneOf,
  optional,
  string,
  timestamp,
  type TypeOf,
} from '@herald/contracts';
import { record, type Stored } from '@herald/persistence';
import { isExpired } from './expiry';

const source = oneOf('mrz', 'barcode', 'print');
const share = () => number().min(0).max(1);

const evidence = object({
  sources: list(source),
  proven: boolean(),
  confidence: share(),
  candidates: list(string()),
  /** Sources in which misread characters were exchanged. Credentials of earlier versions have neither list. */
  repairs: optional(list(object({ source, read: string(), became: string() }))),
  /** Where the value was read. */
  places: optional(
    list(
      object({
        source,
        side: oneOf('front', 'back'),
        box: object({ x: share(), y: share(), width: share(), height: share() }),
        corners: list(object({ x: share(), y: share() })),
      }),
    ),
  ),
});

/**
 * What speaks for a copy. `field` and `sources` are those of `sources_differ`, `side` is that of `screen`, `sent_at`
 * and `credential_uuid` are those of `sent_before`.
 */
const copySign = object({
  kind: oneOf('black_and_white', 'screen', 'sent_before', 'sources_differ'),
  field: optional(oneOf(...fieldNames)),
  sources: optional(list(source)),
  side: optional(oneOf('front', 'back')),
  sent_at: optional(timestamp()),
  credential_uuid: optional(string()),
});
export type CopySign = TypeOf<typeof copySign>;

export const check = object({
  name: oneOf(
    'mrz_digits',
    'mrz_against_print',
    'barcode_against_print',
    'national_number',
    'dates_in_order',
    'not_expired',
    'face_present',
  ),
  holds: nullable(boolean()),
  detail: string().allow(''),
});

/** The names of the pictures, by content. */
const pictureSet = object({
  front: string(),
  back: string(),
  original_front: string(),
  original_back: string(),
  faces: list(string()),
});
export type Pictures = TypeOf<typeof pictureSet>;

const cardFields = named(fieldNames, nullable(string()));

/** The readings of cards. */
export const credentials = record('credentials', {
  fields: {
    uuid: string(),
    validated: boolean(),
    evidence: object({
      ...named(fieldNames, evidence),
      copy_signs: optional(list(copySign)),
      /** What one side says and the other one shows. Credentials of earlier versions lack it. */
      sides_agree: optional(list(oneOf(...fieldNames))),
    }),
    created_at: timestamp(),
  },
  internal: {
    company_id: string(),
    fields: object(cardFields),
    /** As of the time of reading; the expiry is checked again for each answer. */
    checks: list(check),
    pictures: pictureSet,
    /** What finds copies of the picture of the front, and its parts for the index; only if pictures are compared. */
    picture_hash: optional(string()),
    picture_bands: optional(list(integer())),
  },
  personal: ['evidence', 'fields', 'checks', 'pictures', 'picture_hash', 'picture_bands'],
  impersonal: ['uuid', 'validated', 'created_at', 'company_id'],
  indexes: [
    [{ uuid: 1 }, { unique: true }],
    [{ company_id: 1, created_at: -1, uuid: 1 }],
    [{ created_at: -1, uuid: 1 }],
    [{ 'fields.nin': 1, created_at: -1, uuid: 1 }],
    [{ company_id: 1, picture_bands: 1 }],
  ],
  shardKey: ['uuid'],
});
export type Credential = Stored<typeof credentials>;

const link = () => string().uri();

export const answerFields = {
  ...credentials.fields,
  ...cardFields,
  front_image: link(),
  back_image: link(),
  face_images: list(link()),
  original_front_image: link(),
  original_back_image: link(),
  expired: nullable(boolean()),
};
/** One credential: with its checks as of now, and when the retention removes it. */
export const credentialDetail = object({ ...answerFields, checks: list(check), removed_at: timestamp() });
export const credentialAnswer = object(answerFields);

/** The credential as in answers, with new links and the expiry as of now. */
export function toCredentialAnswer(
  credential: Credential,
  linkTo: (picture: string) => string,
): TypeOf<typeof credentialAnswer> {
  const { fields, pictures } = credential;
  return {
    ...credentials.toAnswer(credential),
    ...fields,
    front_image: linkTo(pictures.front),
    back_image: linkTo(pictures.back),
    face_images: pictures.faces.map(linkTo),
    original_front_image: linkTo(pictures.original_front),
    original_back_image: linkTo(pictures.original_back),
    expired: isExpired(fields.date_due, new Date()),
  };
}
