/** From this number of rows on, a file is written to the disk as it arrives; a smaller one needs no dialog. */
const minRowsToDisk = 20_000;

/** What a file holds, as it arrives. */
export type ByteStream = ReadableStream<Uint8Array<ArrayBuffer>>;

export type FileToSave = {
  name: string;
  /** Undefined for an unknown number. */
  rows: number | undefined;
  load: (signal: AbortSignal) => Promise<ByteStream>;
  signal: AbortSignal;
};
/** Chromium alone has it, on secure origins. */
type Picker = (options: { suggestedName: string }) => Promise<FileSystemFileHandle>;

/** Saves a file. A request for it carries the token, which a plain link cannot. */
export async function saveFile({ name, rows, load, signal }: FileToSave): Promise<'saved' | 'cancelled'> {
  const { showSaveFilePicker: pick } = window as { showSaveFilePicker?: Picker };
  if (!pick || (rows !== undefined && rows < minRowsToDisk)) {
    saveBlob(name, await new Response(await load(signal)).blob());
    return 'saved';
  }
  // Before the request: a browser shows the dialog only right after a click.
  const file = await pick({ suggestedName: name }).catch(cancelled);
  if (!file) return 'cancelled';
  // A stream that fails discards what was written, and an earlier file of this name stays as it was.
  await (await load(signal)).pipeTo(await file.createWritable(), { signal });
  return 'saved';
}

function cancelled(error: unknown): undefined {
  if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
}

function saveBlob(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
