import { companyId, text } from '@herald/envelopes';
import Joi from 'joi';

/** What callers are told of a field that is absent, null, empty or made of spaces. */
export const blankMessage = "can't be blank";

const blank = Joi.string().pattern(/^\s*$/).allow('', null);
const messages = { 'any.required': blankMessage };

/** A text that must hold something. */
export const filledText = (): Joi.StringSchema => text().trim().empty(blank).required().messages(messages);

/** A company's id that must be there. */
export const filledCompanyId = (): Joi.AlternativesSchema => companyId().empty(blank).required().messages(messages);

/** A text that may be left out; blank is as good as absent. */
export const optionalText = (): Joi.StringSchema => text().trim().empty(blank);
