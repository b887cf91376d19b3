/** Validates an OpenAPI document, read from standard input, with a validator that is not ours. */
import { Validator } from '@seriousme/openapi-schema-validator';
import { text } from 'node:stream/consumers';

const { valid, errors } = await new Validator().validate(JSON.parse(await text(process.stdin)));
if (!valid) console.error(typeof errors === 'string' ? errors : JSON.stringify(errors, null, 2));
process.exit(valid ? 0 : 1);
