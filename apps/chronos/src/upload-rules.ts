import { freeObject, optional, string } from '@herald/contracts';
import { parseJson } from '@herald/http';
import type Joi from 'joi';
import type { Tags } from './file-register.model';

const tagTexts = freeObject(string().allow('').max(1024)).max(50);

/** `tags` arrive as JSON text. */
function parseTags(sent: string, helpers: Joi.CustomHelpers) {
  try {
    const { value, error } = tagTexts.validate(parseJson(sent));
    return error || Array.isArray(value) ? helpers.error('tags.form') : value;
  } catch {
    return helpers.error('tags.form');
  }
}

const tagsField = string()
  .max(20_000)
  .custom(parseTags)
  .messages({ 'tags.form': 'must be a JSON object of texts' }) as Joi.AnySchema as Joi.AnySchema<Tags>;

/** The text fields of every upload. */
export const uploadFields = {
  folder: optional(
    string()
      .pattern(/^[A-Za-z0-9-]{1,100}$/)
      .messages({ 'string.pattern.base': 'must be made of letters, digits and hyphens' }),
  ),
  tags: optional(tagsField),
};

/** One file of at most 100 MB, streamed to disk. */
export const fileRules = { files: ['file'], maxBytes: 100 * 1024 * 1024 };

/** Slow connections get a quarter of an hour. */
export const uploadTimeoutSeconds = 900;
