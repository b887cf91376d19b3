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
/** A refusal within this time opens no dialog. A click admits one for five seconds. */
const refusalTimeoutMs = 3_000;
/** The API disconnects a caller that reads nothing for a minute: after a dialog as long as this it is asked again. */
const maxDialogMs = 30_000;

/** Saves a file. A request for it carries the token, which a plain link cannot. */
export async function saveFile({ name, rows, load, signal }: FileToSave): Promise<'saved' | 'cancelled'> {
  const { showSaveFilePicker: pick } = window as { showSaveFilePicker?: Picker };
  if (!pick || (rows !== undefined && rows < minRowsToDisk)) {
    saveBlob(name, await new Response(await load(signal)).blob());
    return 'saved';
  }
  const stop = new AbortController();
  const asked = load(AbortSignal.any([signal, stop.signal]));
  // Handled where it is awaited, which may be after the dialog.
  asked.catch(() => {});
  await Promise.race([asked, elapsed(refusalTimeoutMs)]);
  const openedAt = performance.now();
  const file = await pick({ suggestedName: name }).catch(cancelled);
  const isStale = performance.now() - openedAt > maxDialogMs;
  if (!file || isStale) stop.abort();
  if (!file) return 'cancelled';
  await write(file, isStale ? load(signal) : asked, signal);
  return 'saved';
}

/** A stream that fails discards what was written: an earlier file stays as it was, and an empty new one is removed. */
async function write(file: FileSystemFileHandle, content: Promise<ByteStream>, signal: AbortSignal): Promise<void> {
  try {
    await (await content).pipeTo(await file.createWritable(), { signal });
  } catch (error) {
    const { size } = await file.getFile();
    if (size === 0) await (file as { remove?(): Promise<void> }).remove?.();
    throw error;
  }
}

const elapsed = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

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
