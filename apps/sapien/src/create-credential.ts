import { companyId } from '@herald/envelopes';
import { created, route } from '@herald/http';
import Joi from 'joi';
import type { SapienDeps } from './deps';
import { findCredential } from './find-credential';
import { givenPictures } from './given-pictures';
import { keepCredential } from './keep-credential';
import { lostCard, minimumMissing, refusedPicture, refusedSides, unresolved } from './refusals';
import { credentialShape, showCredential } from './show-credential';

export const createCredential = route('POST /sapien/api/v1/credential', {
  summary: 'Read both sides of an identity card',
  scope: 'sapien:write',
  resource: 'Credential',
  errorResource: 'Document',
  upload: {
    files: ['front_image', 'back_image'],
    encoded: ['front_credential', 'back_credential'],
    maxBytes: 10 * 1024 * 1024,
    arriveWithin: 60,
    tooLarge: (field) => refusedPicture(field, 'The image is larger than 10 MB'),
  },
  body: Joi.object<{ company_id: string }>({ company_id: companyId().required() }),
  company: 'body.company_id',
  seconds: 120,
  idempotent: true,
  replay: async ({ uuid, caller }, deps: SapienDeps) =>
    showCredential(await findCredential(uuid, caller, deps), deps.links.to),
  acquireUploadSlot: ({ companies }, { readers }: SapienDeps) => readers.acquireUploadSlot(String(companies)),
  acquireSlot: ({ body }, { readers }: SapienDeps) => readers.acquireSlot(companyOf(body)),
  unavailable: unresolved,
  returns: created(credentialShape),
  errors: {
    400: 'A side is missing, or given as file and as base64',
    408: 'The pictures did not arrive within a minute',
    422:
      'A picture is refused, both pictures show the same side, the sides contradict each other, ' +
      'or name, lastname, nin or the portrait cannot be read',
    503: 'Too many cards are being read, or too many of this company; retry after Retry-After',
  },
  async handle({ body, files, uuid, signal }, deps: SapienDeps) {
    const originals = await givenPictures(files);
    const fields = { front: originals.front.field, back: originals.back.field };
    const paths = { front: originals.front.path, back: originals.back.path };
    const read = await deps.readers.read({ company: body.company_id, paths }, signal).catch((error: unknown) => {
      throw lostCard(fields, error);
    });
    if (read.conflict) throw refusedSides(fields, read.conflict);
    if (read.missing.length > 0) throw minimumMissing(read.missing);
    const credential = await keepCredential({ uuid, company_id: body.company_id, read, originals }, deps);
    return showCredential(credential, deps.links.to);
  },
});

const companyOf = (body: unknown) => (body as { company_id: string }).company_id;
