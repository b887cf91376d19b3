import Joi from 'joi';
import { text, validator, type FieldErrors } from '@herald/contracts';
import { invalid } from './errors';
import type { CheckedInput, Problem, Route } from './route';

const options: Joi.ValidationOptions = {
  abortEarly: false,
  stripUnknown: { objects: true, arrays: false },
  errors: { label: false, wrap: { label: '' } },
  // The default message quotes the text of the thrown error.
  messages: { 'any.custom': 'is not valid' },
};
const maxProblems = 50;

/** Checks a request against the route's schemas; the result has only known fields, converted. */
export function requestValidator(route: Route<never>): (sent: CheckedInput) => CheckedInput {
  const params = validator(paramsSchema(route), options);
  const query = route.query && validator(route.query, options);
  const body = route.body && validator(route.body.schema.required(), options);
  return (sent) => {
    const problems: Problem[] = [];
    const checked = {
      params: check(params, sent.params, problems) as Record<string, string>,
      query: query ? check(query, sent.query, problems) : {},
      body: body ? check(body, sent.body, problems) : undefined,
    };
    if (problems.length === 0) return checked;
    for (const guard of route.guards) {
      const error = guard.onInvalid?.(problems);
      if (error) throw error;
    }
    throw invalid({ errors: byField(problems) });
  };
}

/** The schema of a path's variables: text, unless the route declares more. */
export function paramsSchema({ path, params = {} }: Pick<Route<never>, 'path' | 'params'>): Joi.ObjectSchema {
  const names = [...path.matchAll(/:(\w+)/g)].map((match) => match[1]!);
  return Joi.object(Object.fromEntries(names.map((name) => [name, (params[name] ?? text()).required()])));
}

/** Problems by field, as a 422 lists them. */
export function byField(problems: Problem[]): FieldErrors {
  // Callers choose these names, "constructor" included.
  const errors: FieldErrors = Object.create(null);
  for (const { field, message } of problems) (errors[field] ??= []).push(message);
  return errors;
}

function check(validate: ReturnType<typeof validator>, value: unknown, problems: Problem[]): unknown {
  const { value: checked, error } = validate(value);
  for (const { path, type, message } of error?.details.slice(0, maxProblems) ?? [])
    problems.push({ field: path.join('.') || 'body', kind: type, message });
  return checked;
}
