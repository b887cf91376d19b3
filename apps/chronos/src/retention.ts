import { expires, retains, staysUntilErased, type Retention } from '@herald/subjects';
import { copyFiles } from './copies/copy-file.model';
import { copyParts } from './copies/copy-part.model';
import type { ChronosDeps } from './deps';
import { fileRegisters, fileVersions, type FileVersion } from './file-register.model';
import { removeVersion } from './remove-version';

export const retention: Retention<ChronosDeps>[] = [
  retains<FileVersion, ChronosDeps>(fileVersions, {
    kind: 'replaced file versions',
    setting: 'FILE_VERSION_DAYS',
    since: 'replaced_at',
    async remove(found, _before, { deps }) {
      const uuids = [...new Set(found.map(({ file_uuid }) => file_uuid))];
      const files = await deps.FileRegister.find({ uuid: { $in: uuids } }, { uuid: 1, company_id: 1 }).lean();
      const companies = new Map(files.map(({ uuid, company_id }) => [uuid, company_id]));
      // An erasure removes a file after its versions: one without a file is removed by it.
      const owned = found.filter(({ file_uuid }) => companies.has(file_uuid));
      for (const version of owned) await removeVersion(version, companies.get(version.file_uuid)!, deps);
      return owned.length;
    },
  }),
  expires(copyParts, { at: 'expires_at', rule: 'seven days, if no copy is made of them' }),
  { kind: 'copy files', collection: copyFiles.name, rule: 'seven days, with their link' },
  staysUntilErased(fileRegisters, 'what the company stores'),
  staysUntilErased(fileVersions, 'the newest version is what the company stores'),
];
