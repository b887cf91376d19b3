import { dropIndex } from '@herald/persistence';
import type { Migration } from '@herald/service';

/** A sharded collection has no second unique key. Ids are unique because the sequence gives each one once. */
export const dropIndexesOfIds: Migration = {
  number: 1,
  name: 'ids of devices and persons have no index',
  async run(database) {
    for (const collection of ['devices', 'persons']) await dropIndex(database, collection, 'id_1');
  },
};
