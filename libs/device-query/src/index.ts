export { deviceFilters, type DeviceFilters } from './filters';
export { mongoFilterOf } from './mongo-filter';
export { searchKeysOf, type SearchKeys, type Searchable } from './search-keys';
export type { MongoFilter } from './conditions';
