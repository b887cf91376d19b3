import {
  anyOf,
  boolean,
  integer,
  list,
  nullable,
  object,
  oneOf,
  optional,
  string,
  tuple,
  withDefault,
  type TypeOf,
} from './schema';

const device = object({
  core_id: string().max(8),
  os: oneOf('android', 'ios'),
  number: optional(integer()),
  tags: list(string()),
  location: optional(tuple(integer(), integer())),
  token: nullable(string()),
  page: withDefault(integer().min(1), 1),
  emulator: anyOf(boolean(), string()),
});
const valid = { core_id: 'a', os: 'ios', tags: [], token: null, emulator: true };

const problemsOf = (value: unknown) =>
  (device.validate(value, { abortEarly: false }).error?.details ?? []).map(({ path }) => path.join('.'));

it('requires every key that is neither optional nor has a default', () => {
  expect(problemsOf({})).toEqual(['core_id', 'os', 'tags', 'token', 'emulator']);
  expect(problemsOf(valid)).toEqual([]);
});

it('fills in defaults', () => {
  expect(device.validate(valid).value).toEqual({ ...valid, page: 1 });
});

it('refuses values of other types', () => {
  const wrong = { ...valid, core_id: 'too long for it', os: 'windows', number: 1.5, tags: [1], location: [1] };
  expect(problemsOf(wrong)).toEqual(['core_id', 'os', 'number', 'tags.0', 'location']);
});

it('has the TypeScript type of what it lets through', () => {
  const typed: TypeOf<typeof device> = { core_id: 'a', os: 'ios', tags: ['x'], token: null, page: 1, emulator: 'no' };
  const more: TypeOf<typeof device> = { ...typed, number: 1, location: [1, 2] };
  // @ts-expect-error A number is no text.
  const wrongText: typeof typed = { ...typed, core_id: 1 };
  // @ts-expect-error Not one of the values.
  const wrongValue: typeof typed = { ...typed, os: 'windows' };
  // @ts-expect-error Null only where it is declared.
  const wrongNull: typeof typed = { ...typed, core_id: null };
  // @ts-expect-error A pair has two items.
  const wrongPair: typeof typed = { ...typed, location: [1] };
  // @ts-expect-error A required key is missing.
  const missing: typeof typed = { core_id: 'a' };
  expect([typed, more, wrongText, wrongValue, wrongNull, wrongPair, missing]).toHaveLength(7);
});
