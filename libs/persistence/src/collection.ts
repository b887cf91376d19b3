import {
  Schema,
  type Connection,
  type IndexDefinition,
  type IndexOptions,
  type SchemaDefinition,
  type SchemaDefinitionProperty,
} from 'mongoose';
import type { Model } from './record';

export type CollectionSpec<T> = {
  fields: { [Key in keyof Required<Omit<T, 'created_at' | 'updated_at'>>]: SchemaDefinitionProperty } & {
    [Key in 'created_at' | 'updated_at']?: SchemaDefinitionProperty;
  };
  indexes?: [IndexDefinition, IndexOptions?][];
  /** Keeps created_at and updated_at. */
  timestamps?: boolean;
};

/** An object or array that is kept as it came: its shape was checked at the door. */
export const json = Schema.Types.Mixed;

/** A collection with its fields and all its indexes; gives its model on a connection. */
export function collection<T>(
  name: string,
  { fields, indexes = [], timestamps = false }: CollectionSpec<T>,
): (database: Connection) => Model<T> {
  const schema = new Schema(fields as SchemaDefinition, {
    versionKey: false,
    minimize: false,
    id: false,
    timestamps: timestamps ? { createdAt: 'created_at', updatedAt: 'updated_at' } : false,
  });
  for (const [keys, options] of indexes) schema.index(keys, options);
  return (database) => database.model(name, schema, name) as unknown as Model<T>;
}
