/** Validates an OpenAPI document, read from standard input, with a validator that is not ours. */
import { text } from 'node:stream/consumers';

async function main(): Promise<void> {
  const { Validator } = await import('@seriousme/openapi-schema-validator');
  const { valid, errors } = await new Validator().validate(
    JSON.parse(await text(process.stdin)) as Record<string, unknown>,
  );
  if (!valid) console.error(typeof errors === 'string' ? errors : JSON.stringify(errors, null, 2));
  process.exit(valid ? 0 : 1);
}

void main();
