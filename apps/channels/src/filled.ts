import { companyId, optional, text } from '@herald/contracts';
import Joi from 'joi';

/** The contract's text for a field that is absent, null, empty or made of spaces. */
export const blankMessage = "can't be blank";

const blank = Joi.string().pattern(/^\s*$/).allow('', null);
const messages = { 'any.required': blankMessage };

/** A text that must not be blank. */
export const filledText = () => text().trim().empty(blank).messages(messages);

/** A company's id that must not be blank. */
export const filledCompanyId = () => companyId().empty(blank).messages(messages);

/** A text that may be left out; blank counts as absent. */
export const optionalText = () => optional(text().trim().empty(blank));
