import Joi from 'joi';
import { defaultBodyBytes } from './route-limits';
import { maxUploadBytes, type UploadRules } from './uploads';

/** How a route reads its body, and what it must be. */
export type RequestBody<Body = unknown> = {
  schema: Joi.AnySchema<Body>;
  maxBytes: number;
  /** The files of a multipart body; the schema is that of its text fields. */
  upload?: UploadRules;
};

/** A JSON body with a limit of its own. */
export const jsonBody = <Body>(schema: Joi.AnySchema<Body>, { maxBytes }: { maxBytes: number }): RequestBody<Body> => ({
  schema,
  maxBytes,
});

/** A multipart body: files, and text fields that match the schema. */
export const multipart = <Body>(schema: Joi.AnySchema<Body>, upload: UploadRules): RequestBody<Body> => ({
  schema,
  maxBytes: maxUploadBytes(upload),
  upload,
});

/** A schema alone describes a JSON body within the default limit. */
export function toRequestBody(body: Joi.AnySchema | RequestBody): RequestBody {
  return Joi.isSchema(body) ? { schema: body, maxBytes: defaultBodyBytes } : body;
}
