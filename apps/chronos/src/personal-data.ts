import type { Model } from '@herald/persistence';
import { erasedAlong, erases, handleValues, namesOf, type Holding, type Subject, type Work } from '@herald/subjects';
import { blockVersion, namesIn } from './block-files';
import { copyFiles, type CopyFile } from './copies/copy-file.model';
import { copyParts, type CopyPart } from './copies/copy-part.model';
import { packCopies } from './copies/pack-copies';
import { removeCopy } from './copies/remove-ended-copies.job';
import type { ChronosDeps } from './deps';
import { fileRegisters, fileVersions, storageKey, type FileRegister, type FileVersion } from './file-register.model';
import { removeVersion } from './remove-version';

const filesPerPage = 500;
type Erasing = Work<ChronosDeps>;
/** A file, with the versions of it that are the person's. */
type Found = { file: FileRegister; isWhole: boolean; versions: FileVersion[] };

/** Files whose tag names the person. Tags have no index: all files of the company are looked through, page by page. */
async function* filesOf(subject: Subject, { deps, pause }: Erasing): AsyncGenerator<Found> {
  const values = new Set(handleValues(subject));
  const isTagged = ({ tags }: Pick<FileVersion, 'tags'>) => namesIn(tags).some((name) => values.has(name));
  for await (const page of pagesOf(subject, deps.FileRegister)) {
    pause();
    const all = await deps.FileVersion.find({ file_uuid: { $in: page.map(({ uuid }) => uuid) } }).lean();
    for (const file of page) {
      const own = all.filter(({ file_uuid }) => file_uuid === file.uuid);
      const isWhole = isTagged(file);
      const versions = isWhole ? own : own.filter(isTagged);
      if (isWhole || versions.length > 0) yield { file, isWhole, versions };
    }
  }
}

async function* pagesOf({ company_id }: Subject, FileRegister: Model<FileRegister>): AsyncGenerator<FileRegister[]> {
  const files = FileRegister.find({ company_id }).sort({ created_at: -1, uuid: 1 });
  let page: FileRegister[] = [];
  for await (const file of files.lean().batchSize(filesPerPage).cursor())
    if (page.push(file) === filesPerPage) {
      yield page;
      page = [];
    }
  yield page;
}

/** A version that carries the tag goes with its bytes, and the file with it if it is the newest. */
const taggedFiles = erases<FileRegister, ChronosDeps, FileVersion>(fileRegisters, {
  fields: 'all',
  async erase(subject, work) {
    const { deps } = work;
    let changed = 0;
    for await (const { file, isWhole, versions } of filesOf(subject, work)) {
      for (const version of versions) await removeVersion(version, file.company_id, deps);
      if (isWhole) await deps.FileRegister.deleteOne({ uuid: file.uuid });
      changed++;
    }
    return { found: changed, changed };
  },
  copy: {
    title: { en: 'Files', es: 'Archivos' },
    async *rows(subject, work) {
      for await (const { versions } of filesOf(subject, work)) yield* versions;
    },
    withheld: { upload: 'The id of a request.' },
    async *files({ file_uuid, upload, version, name }, { deps }) {
      const stored = await deps.storage.read(storageKey({ file_uuid, upload }));
      if (stored) yield { name: `files/${file_uuid}/${version}-${name.replaceAll('/', '_')}`, content: stored.content };
    },
  },
});

/** A file's tags may name several persons: its block follows from all names that are blocked by now. */
const blockedFiles: Holding<ChronosDeps> = {
  collection: fileRegisters.name,
  covers: [],
  async block(subject, work) {
    const tally = { found: 0, changed: 0 };
    for await (const { file, versions } of filesOf(subject, work)) {
      let changed = false;
      for (const version of versions) changed = (await blockVersion(version, file.company_id, work.deps)) || changed;
      tally.found++;
      if (changed) tally.changed++;
    }
    return tally;
  },
};

/** Copies that the person was given, and what was sent for one. */
const copies: Holding<ChronosDeps> = {
  ...erases<CopyFile, ChronosDeps>(copyFiles, {
    fields: 'all',
    async erase(subject, { deps, hash }) {
      const named = { names: { $in: namesOf(subject).map(hash) } };
      const files = await deps.CopyFile.find(named).lean();
      for (const file of files) await removeCopy(file, deps);
      const { deletedCount } = await deps.CopyPart.deleteMany(named);
      const changed = files.length + deletedCount;
      return { found: changed, changed };
    },
    copy: { none: 'The person has it.' },
  }),
  pack: packCopies,
};

export const personalData: Holding<ChronosDeps>[] = [
  taggedFiles,
  blockedFiles,
  erasedAlong(fileVersions, { noCopy: 'Copied with their files.' }),
  copies,
  erasedAlong<CopyPart>(copyParts, { noCopy: 'It becomes the copy.' }),
];
