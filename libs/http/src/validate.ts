import Joi from 'joi';
import { text, type FieldErrors } from '@herald/envelopes';
import { invalid } from './errors';
import type { CheckedInput, Problem, Route } from './route';

const options: Joi.ValidationOptions = {
  abortEarly: false,
  stripUnknown: { objects: true, arrays: false },
  errors: { label: false, wrap: { label: '' } },
  // The default quotes the text of whatever was thrown.
  messages: { 'any.custom': 'is not valid' },
};
const mostProblems = 50;

/** Checks a request against the route's schemas; what comes back holds known fields only, converted. */
export function requestValidator(route: Route<never>): (sent: CheckedInput) => CheckedInput {
  const params = paramsSchema(route);
  const body = route.body?.required();
  return (sent) => {
    const problems: Problem[] = [];
    const checked = {
      params: check(params, sent.params, problems) as Record<string, string>,
      query: route.query ? check(route.query, sent.query, problems) : {},
      body: body ? check(body, sent.body, problems) : undefined,
    };
    if (problems.length === 0) return checked;
    throw route.invalid?.(problems) ?? invalid({ errors: byField(problems) });
  };
}

/** The schema of a path's variables: text, unless the route says more. */
export function paramsSchema({ path, params = {} }: Pick<Route<never>, 'path' | 'params'>): Joi.ObjectSchema {
  const names = [...path.matchAll(/:(\w+)/g)].map((match) => match[1]!);
  return Joi.object(Object.fromEntries(names.map((name) => [name, (params[name] ?? text()).required()])));
}

/** Problems as the house's 422 lists them. */
export function byField(problems: Problem[]): FieldErrors {
  // Callers choose these names: "constructor" must be one of them.
  const errors: FieldErrors = Object.create(null);
  for (const { field, message } of problems) (errors[field] ??= []).push(message);
  return errors;
}

function check(schema: Joi.Schema, value: unknown, problems: Problem[]): unknown {
  const { value: checked, error } = schema.validate(value, options);
  for (const { path, type, message } of error?.details.slice(0, mostProblems) ?? [])
    problems.push({ field: path.join('.') || 'body', kind: type, message });
  return checked;
}
