import { invalid } from '@herald/http';
import { duplicateKeys } from '@herald/persistence';
import type { ChronosDeps } from './deps';
import { storageKey } from './file-register.model';
import type { Upload } from './upload.model';

/** Records an upload before its bytes are stored, and counts it towards its company's quota. */
export async function beginUpload(wanted: Omit<Upload, '_id' | 'begun_at'>, deps: ChronosDeps): Promise<void> {
  const { Upload, quotas, quotaBytes: quota } = deps;
  const { company_id: owner, bytes: amount } = wanted;
  const _id = storageKey(wanted);
  try {
    await Upload.create({ _id, ...wanted, begun_at: new Date() });
  } catch (error) {
    if (!duplicateKeys(error)) throw error;
    // A retry of a request whose process died: it is counted already.
    return void (await Upload.updateOne({ _id }, { $set: { begun_at: new Date() } }));
  }
  if (await quotas.take({ amounts: new Map([[owner, amount]]), quota, measure: (one) => usedBy(one, deps) })) return;
  await Upload.deleteOne({ _id });
  throw invalid({ errors: { file: ['exceeds the storage quota of the company'] } });
}

/** The bytes that a company's files hold in all their versions. */
async function usedBy(company_id: string, { FileRegister, FileVersion }: ChronosDeps): Promise<number> {
  let used = 0;
  const files = FileRegister.find({ company_id }, { uuid: 1 }).lean().batchSize(1_000);
  for await (const { uuid } of files.cursor())
    for (const { bytes } of await FileVersion.find({ file_uuid: uuid }, { bytes: 1 }).lean()) used += bytes;
  return used;
}
