import { freeObject } from '@herald/envelopes';
import { parseJson } from '@herald/http';
import Joi from 'joi';
import type { Tags } from './file-register.model';

export type UploadFields = { folder?: string; tags?: Tags };

const stringTags = freeObject(Joi.string().allow('').max(1024)).max(50);

/** `tags` come as text that holds JSON. */
function parseTags(sent: string, helpers: Joi.CustomHelpers) {
  try {
    const { value, error } = stringTags.validate(parseJson(sent));
    return error || Array.isArray(value) ? helpers.error('tags.form') : (value as Tags);
  } catch {
    return helpers.error('tags.form');
  }
}

/** The text fields of every upload. */
export const uploadFields = {
  folder: Joi.string()
    .pattern(/^[A-Za-z0-9-]{1,100}$/)
    .messages({ 'string.pattern.base': 'must be made of letters, digits and hyphens' }),
  tags: Joi.string().max(20_000).custom(parseTags).messages({ 'tags.form': 'must be a JSON object of texts' }),
};

/** At most 100 MB a file, streamed to disk; a slow line gets a quarter of an hour. */
export const fileUpload = { upload: { files: ['file'], maxBytes: 100 * 1024 * 1024 }, seconds: 900, idempotent: true };
