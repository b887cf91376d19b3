import { fromBuffer, type Entry, type ZipFile } from 'yauzl';

/** The files of an archive, by name. */
async function filesOf(archive: Buffer): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const zip = await new Promise<ZipFile>((resolve, reject) =>
    fromBuffer(archive, { lazyEntries: true }, (error, opened) => (error ? reject(error) : resolve(opened))),
  );
  return new Promise((resolve, reject) => {
    zip.on('error', reject).on('end', () => resolve(files));
    zip.on('entry', (entry: Entry) =>
      zip.openReadStream(entry, (error, stream) => {
        if (error) return reject(error);
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          files.set(entry.fileName, String(Buffer.concat(chunks)));
          zip.readEntry();
        });
      }),
    );
    zip.readEntry();
  });
}

/** The files of the archive that a link leads to. */
export async function downloadArchive(link: string): Promise<Map<string, string>> {
  const answer = await fetch(link);
  if (answer.status !== 200) throw new Error(`The archive was answered with ${answer.status}`);
  return filesOf(Buffer.from(await answer.arrayBuffer()));
}
