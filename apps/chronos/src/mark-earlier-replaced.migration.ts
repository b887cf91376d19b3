import { bulkUpdate, walkById } from '@herald/persistence';
import type { Migration } from '@herald/service';
import { fileVersions } from './file-register.model';

const pageSize = 500;

/** Versions of earlier releases do not say when they were replaced: when the next version was stored. */
export const markEarlierReplaced: Migration = {
  number: 1,
  name: 'file versions say when they were replaced',
  async run(database) {
    const FileVersion = fileVersions.model(database);
    const later = { filter: { version: { $gt: 1 } }, pageSize };
    for await (const page of walkById(FileVersion, later, (version) => version))
      await bulkUpdate(
        FileVersion,
        page.map(({ file_uuid, version, created_at }) => ({
          filter: { file_uuid, version: version - 1, replaced_at: { $exists: false } },
          update: { $set: { replaced_at: created_at } },
        })),
      );
  },
};
