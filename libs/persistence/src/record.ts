import {
  isTimestamp,
  object,
  requireEachOnce,
  timestamp,
  type Distinct,
  type EachOnce,
  type Fields,
  type ObjectOf,
  type Schema,
} from '@herald/contracts';
import mongoose, { type Connection, type HydratedDocument, type IndexDefinition, type IndexOptions } from 'mongoose';

/** A collection's model; `lean()` gives plain records of this type. */
export type Model<T> = mongoose.Model<T, object, object, object, HydratedDocument<T>, unknown, T>;

export type DeclaredIndex = [IndexDefinition, IndexOptions?];

type RecordSpec<
  Shown extends Fields,
  Internal extends Fields,
  Timestamps extends boolean,
  Personal extends readonly string[],
  Impersonal extends readonly string[],
> = {
  /** Stored, and shown by answers. */
  fields?: Shown;
  /** Stored, and shown by no answer. */
  internal?: Internal;
  /** The fields that say something of a person: a request of a person for the data covers each of them. */
  personal: Personal & Distinct<Personal>;
  /** All other fields: a new field is named in one of the two lists, or nothing compiles. */
  impersonal: Impersonal & Distinct<Impersonal>;
  indexes?: DeclaredIndex[];
  /** The fields by which a sharded cluster distributes the collection; each unique index begins with them. */
  shardKey?: readonly string[];
  /** Adds created_at and updated_at to the fields, and maintains them. */
  timestamps?: Timestamps;
};

const timestamps = { created_at: timestamp(), updated_at: timestamp() };
type ShownFields<Shown, Timestamps> = Timestamps extends true ? Shown & typeof timestamps : Shown;

/** What answers show of a record. */
export type View<Shown extends Fields> = {
  fields: Shown;
  /** The schema of the record in an answer. */
  answer: ReturnType<typeof object<Shown>>;
  /** The record as answers show it. */
  toAnswer(record: ObjectOf<Shown>): ObjectOf<Shown>;
  /** Reads from the database only what answers show. */
  projection: { _id: 0 } & { [Name in keyof Shown]: 1 };
};

/** A collection: what it stores, what answers show of it, and its indexes. */
export type RecordType<Shown extends Fields, Internal extends Fields> = View<Shown> & {
  name: string;
  /** The fields that say something of a person. */
  personal: readonly string[];
  indexes: DeclaredIndex[];
  shardKey?: readonly string[];
  /** Its ids are made by the service, not by the driver: they must be unique in a sharded cluster too. */
  hasOwnId: boolean;
  model(database: Connection): Model<ObjectOf<Shown & Internal>>;
};

/** A record with its types erased. */
export type AnyRecord = Pick<RecordType<NoFields, NoFields>, 'name' | 'personal' | 'indexes' | 'shardKey' | 'hasOwnId'>;

/** The TypeScript type of a stored record. */
export type Stored<R> = R extends { model(database: Connection): Model<infer T> } ? T : never;

type NoFields = Record<never, never>;

/** Declares a collection once: types, storage, indexes, answers and their documentation follow from it. */
export function record<
  Shown extends Fields = NoFields,
  Internal extends Fields = NoFields,
  Timestamps extends boolean = false,
  const Personal extends readonly (keyof (Shown & Internal) & string)[] = [],
  const Impersonal extends readonly (keyof (Shown & Internal) & string)[] = [],
>(
  name: string,
  spec: RecordSpec<Shown, Internal, Timestamps, Personal, Impersonal> &
    EachOnce<Shown & Internal, Personal[number], Impersonal[number]>,
): RecordType<ShownFields<Shown, Timestamps>, Internal> {
  const { internal, personal, impersonal, indexes = [] } = spec;
  requireEachOnce(name, Object.keys({ ...spec.fields, ...internal }), [...personal, ...impersonal]);
  const fields = { ...spec.fields, ...(spec.timestamps ? timestamps : {}) } as ShownFields<Shown, Timestamps>;
  const schema = new mongoose.Schema(storedTypes({ ...spec.fields, ...internal }), {
    versionKey: false,
    minimize: false,
    id: false,
    timestamps: spec.timestamps ? { createdAt: 'created_at', updatedAt: 'updated_at' } : false,
  });
  for (const [keys, options] of indexes) schema.index(keys, options);
  return {
    name,
    personal,
    indexes,
    shardKey: spec.shardKey,
    hasOwnId: internal?._id?.type === 'string',
    ...view(fields),
    model: (database) => database.model(name, schema, name) as never,
  };
}

/** Declares another view of a record than the one of all its fields. */
export function view<Shown extends Fields>(fields: Shown): View<Shown> {
  const names = Object.keys(fields);
  return {
    fields,
    answer: object(fields),
    // A key that is absent stays absent: a stored answer would turn it into null.
    toAnswer: (stored) => {
      const there = names.filter((key) => stored[key as never] !== undefined);
      return Object.fromEntries(there.map((key) => [key, stored[key as never]])) as never;
    },
    projection: { _id: 0, ...Object.fromEntries(names.map((key) => [key, 1])) } as never,
  };
}

const storedTypes = (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, storedType(field)]));

/** Scalars are cast by mongoose; objects and arrays are stored as they are, because a route checked their shape. */
function storedType(field: Schema): mongoose.SchemaDefinitionProperty {
  if (isTimestamp(field)) return Date;
  const { type, allow } = field.describe() as { type?: string; allow?: unknown[] };
  const kind = type === 'any' ? typeof allow?.find((value) => value !== null) : type;
  return scalars.get(kind) ?? mongoose.Schema.Types.Mixed;
}

const scalars = new Map<string | undefined, mongoose.SchemaDefinitionProperty>([
  ['string', String],
  ['number', Number],
  ['boolean', Boolean],
]);
