import { file, notFound, route, signedLink, signedLinkQuery } from '@herald/http';
import type { SapienDeps } from '../deps';
import { storageKey } from './picture.model';

export const readPicture = route('GET /sapien/api/v1/picture/:picture', {
  summary: 'Download a picture by its signed link',
  description: 'The links are in the answers of the other endpoints and expire. A token alone is not enough.',
  scope: 'sapien:read',
  resource: 'Picture',
  query: signedLinkQuery(),
  guards: [signedLink(({ params, query }, { links }: SapienDeps) => links.isValid(params.picture!, query))],
  returns: file(),
  errors: { 404: 'The picture was removed' },
  example: {
    params: { picture: '4f6f8f3e-1d1b-4b52-9d4c-0a4c7b6f3f10' },
    query: { until: 1900000000, signature: 'as-the-answer-gave-it' },
  },
  async handle({ params }, deps: SapienDeps) {
    const picture = await deps.Picture.findOne({ name: params.picture }).lean();
    const stored = picture && (await deps.storage.read(storageKey(picture.name)));
    if (!stored) throw notFound();
    return { ...stored, type: picture.type, name: `${picture.name}.${picture.type.replace('image/', '')}` };
  },
});
