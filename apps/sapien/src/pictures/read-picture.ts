import { integer, object, string } from '@herald/contracts';
import { file, forbidden, notFound, route, signedLink, type CheckedInput } from '@herald/http';
import type { SapienDeps } from '../deps';
import { storageKey } from './picture.model';

const isLink = ({ params, query }: CheckedInput, { links }: SapienDeps) => {
  const { until, signature } = query as Record<string, unknown>;
  return links.isValid(params.picture!, { until: Number(until), signature: String(signature) });
};

export const readPicture = route('GET /sapien/api/v1/picture/:picture', {
  summary: 'Download a picture by its signed link',
  description: 'The links are in the answers of the other endpoints and expire. A token alone is not enough.',
  scope: 'sapien:read',
  resource: 'Picture',
  query: object({ until: integer(), signature: string().max(100) }),
  guards: [signedLink(isLink)],
  returns: file(),
  errors: { 403: 'The link is missing, invalid or expired', 404: 'The picture was removed' },
  example: {
    params: { picture: '4f6f8f3e-1d1b-4b52-9d4c-0a4c7b6f3f10' },
    query: { until: 1900000000, signature: 'as-the-answer-gave-it' },
  },
  async handle({ params, query }, deps: SapienDeps) {
    if (!isLink({ params, query, body: undefined }, deps)) throw forbidden();
    const picture = await deps.Picture.findOne({ name: params.picture }).lean();
    const stored = picture && (await deps.storage.read(storageKey(picture.name)));
    if (!stored) throw notFound();
    return { ...stored, type: picture.type, name: `${picture.name}.${picture.type.replace('image/', '')}` };
  },
});
