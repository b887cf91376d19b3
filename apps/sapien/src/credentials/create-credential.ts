import { companyId, normalDni, object } from '@herald/contracts';
import { conflict, created, HttpError, multipart, route } from '@herald/http';
import type { SapienDeps } from '../deps';
import { acceptPictures } from '../pictures/accept-pictures';
import { reasonOfFailure } from '../reading-metrics';
import { readerSlots } from '../readers/reader-slots';
import { unreadCard, missingMinimum, invalidPicture, conflictingSides } from '../refusals';
import { answerCredential } from './answer-credentials';
import { credentialAnswer, type Credential } from './credential.model';
import { findCredential } from './find-credential';
import { removeCredential } from './remove-credential';
import { saveCredential } from './save-credential';

export const createCredential = route('POST /sapien/api/v1/credential', {
  summary: 'Read both sides of an identity card',
  description:
    'Each side is either a file or a base64 string: JPEG, PNG or WebP, at most 10 MB and 40 megapixels. ' +
    'Exchanged sides are put in order. A field that is not certain is null; `evidence` names the sources of each ' +
    'field. `repairs` are the sources in which characters were exchanged for a check digit, the form of the field or ' +
    'a known word: what was `read`, and what it `became`. `places` are where the value was read: `box` on the ' +
    'flattened card (`front_image`, `back_image`), `corners` on the picture as it was sent and a viewer shows it ' +
    '(`original_front_image`, `original_back_image`), all as shares of width and height. `copy_signs` speak for a ' +
    'copy and prove nothing: a front without colours (`black_and_white`), a picture of a screen (`screen`, with its ' +
    '`side`), fields that two sources clearly show with different values (`sources_differ`), and, if the installation ' +
    'compares pictures, a front that is nearly the picture of an earlier credential of the company (`sent_before`, ' +
    'with `sent_at`, and `credential_uuid` while the caller may see that credential). ' +
    '`sides_agree` are the fields that one side says and the other one shows; it is empty if the back carries ' +
    'nothing of the person.',
  scope: 'sapien:write',
  resource: { success: 'Credential', error: 'Document' },
  body: multipart(object({ company_id: companyId() }), {
    files: ['front_image', 'back_image'],
    encoded: ['front_credential', 'back_credential'],
    maxBytes: 10 * 1024 * 1024,
    arriveWithin: 60,
    tooLarge: (field) => invalidPicture(field, 'The image is larger than 10 MB'),
  }),
  company: 'body.company_id',
  timeoutSeconds: 120,
  idempotent: {
    replay: async ({ uuid, caller }, deps) => answerCredential(await findCredential(uuid, caller, deps), caller, deps),
  },
  guards: [readerSlots],
  returns: created(credentialAnswer),
  errors: {
    400: 'A side is missing, or sent both as a file and as base64',
    408: 'The pictures did not arrive within a minute',
    409: 'The person was erased while the card was read',
    422:
      'A picture is rejected, both pictures show the same side or cards of two countries, the sides contradict ' +
      'each other or have nothing of the person in common, the back cannot be read or lacks the machine readable ' +
      'zone that every card of its country has there, or name, lastname, nin or the portrait cannot be read',
    503: 'Too many cards are being read, in total or for this company; retry after Retry-After',
  },
  async handle({ body, files, uuid, signal, caller }, deps: SapienDeps) {
    const { refused, cardSeconds } = deps.metrics;
    const received = new Date();
    const originals = await acceptPictures(files).catch((error: unknown) => {
      throw error instanceof HttpError ? refused('bad_picture', error) : error;
    });
    const fields = { front: originals.front.field, back: originals.back.field };
    const paths = { front: originals.front.path, back: originals.back.path };
    const began = performance.now();
    const reading = await deps.readers.read({ company: body.company_id, paths }, signal).catch((error: unknown) => {
      const why = reasonOfFailure(error);
      throw why ? refused(why, unreadCard(fields, error)) : error;
    });
    cardSeconds.observe((performance.now() - began) / 1000);
    const { conflict, missing, swapped } = reading;
    if (conflict && conflict.kind !== 'illegible_back')
      throw refused('conflict', conflictingSides(fields, conflict, swapped));
    if (missing.length > 0) throw refused('missing_fields', missingMinimum(missing));
    if (conflict) throw refused('conflict', conflictingSides(fields, conflict, swapped));
    const credential = await saveCredential({ uuid, company_id: body.company_id, reading, originals }, deps);
    await refuseErased(credential, received, deps);
    return answerCredential(credential, caller, deps);
  },
});

/** Looked up after the credential is stored: of an erasure and a card that is being read one sees the other. */
async function refuseErased({ uuid, company_id, fields }: Credential, received: Date, deps: SapienDeps): Promise<void> {
  const dni = normalDni(fields.nin ?? '');
  const erased = dni === '' ? undefined : await deps.erasedAt(company_id, { dni });
  if (!erased || erased < received) return;
  await removeCredential(uuid, deps);
  throw conflict({ errors: 'The person was erased while the card was read' });
}
