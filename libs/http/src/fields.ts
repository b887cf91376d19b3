import { invalid } from './errors';
import type { Route } from './route';

type Described = { type?: string; keys?: Record<string, Described>; items?: Described[] };

/** Reads `fields` of a query and picks those fields of records; undefined where the route does not support it. */
export function fieldPicker(route: Route<never>): FieldPicker | undefined {
  const { fields, shape } = route.returns;
  if (!fields || !shape) return undefined;
  const known = [...namesOf(shape.describe() as Described)];
  const always = fields === true ? undefined : fields.always;
  return {
    read(sent) {
      if (sent === undefined || sent === '') return undefined;
      const names = typeof sent === 'string' ? sent.split(',').map((name) => name.trim()) : [];
      if (names.length === 0 || names.some((name) => !known.includes(name)))
        throw invalid({ errors: { fields: [`must be among ${known.join(', ')}`] } });
      if (always && !names.includes(always)) throw invalid({ errors: { fields: [`must hold ${always}`] } });
      return [...new Set(names)];
    },
    pick: (names, data) => (Array.isArray(data) ? data.map((record) => pick(names, record)) : pick(names, data)),
  };
}

type FieldPicker = {
  read(sent: unknown): string[] | undefined;
  pick(names: string[], data: unknown): unknown;
};

function* namesOf(described: Described, before = ''): Generator<string> {
  const { keys } = described.type === 'array' ? (described.items?.[0] ?? {}) : described;
  for (const [name, inner] of Object.entries(keys ?? {})) {
    yield before + name;
    yield* namesOf(inner, `${before}${name}.`);
  }
}

function pick(names: string[], record: unknown): unknown {
  const picked: Record<string, unknown> = Object.create(null);
  for (const name of names) copy(name.split('.'), record as Record<string, unknown>, picked);
  return picked;
}

function copy([head, ...rest]: string[], from: Record<string, unknown>, to: Record<string, unknown>): void {
  const value = from[head!];
  if (value === undefined) return;
  if (rest.length === 0) to[head!] = value;
  else if (Array.isArray(value)) to[head!] = value.map((one, at) => copied(rest, one, (to[head!] as unknown[])?.[at]));
  else if (typeof value === 'object' && value !== null) to[head!] = copied(rest, value, to[head!]);
}

function copied(path: string[], from: unknown, before: unknown): unknown {
  const into = { ...(before as object | undefined) };
  copy(path, from as Record<string, unknown>, into);
  return into;
}
