import { normalDni } from '@herald/contracts';
import { erasedAlong, erases, handleValues, type Holding } from '@herald/subjects';
import type { ChronosDeps } from './deps';
import { fileRegisters, fileVersions, type FileRegister, type FileVersion } from './file-register.model';
import { removeVersion } from './remove-version';

const filesPerPage = 500;

/**
 * Files whose tag names the person. Tags have no index: all files of the company are looked through, page by page. A
 * version that carries the tag goes with its bytes, and the file with it if it is the newest.
 */
const taggedFiles = erases<FileRegister, ChronosDeps>(fileRegisters, 'all', async (subject, { deps, pause }) => {
  const values = new Set(handleValues(subject));
  const names = (value: string) => values.has(value) || values.has(normalDni(value));
  const isTagged = ({ tags }: Pick<FileVersion, 'tags'>) => Object.values(tags).some(names);
  const files = deps.FileRegister.find({ company_id: subject.company_id }).sort({ created_at: -1, uuid: 1 });
  let changed = 0;
  let page: FileRegister[] = [];
  const erasePage = async () => {
    pause();
    const ofPage = { file_uuid: { $in: page.map(({ uuid }) => uuid) } };
    const versions = await deps.FileVersion.find(ofPage).lean();
    for (const file of page) {
      const own = versions.filter(({ file_uuid }) => file_uuid === file.uuid);
      const removed = isTagged(file) ? own : own.filter(isTagged);
      for (const version of removed) await removeVersion(version, file.company_id, deps);
      if (isTagged(file)) await deps.FileRegister.deleteOne({ uuid: file.uuid });
      if (isTagged(file) || removed.length > 0) changed++;
    }
    page = [];
  };
  for await (const file of files.lean().batchSize(filesPerPage).cursor())
    if (page.push(file) === filesPerPage) await erasePage();
  await erasePage();
  return { found: changed, changed };
});

export const personalData: Holding<ChronosDeps>[] = [taggedFiles, erasedAlong(fileVersions, 'all')];
