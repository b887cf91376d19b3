import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { DataError } from '@herald/standin-data-folder';
import { joinOrStart, type StandIns } from './join-or-start';
import type { PageRequest, Started } from './start-in-thread';

/** The program of the thread in which the stand-ins run. It ends with a message that asks for no page. */
async function main(): Promise<void> {
  const main = parentPort!;
  const tell = (started: Started) => main.postMessage(started);
  try {
    const { urls, pages, stop } = await joinOrStart(workerData as string);
    main.on('message', ({ page, port }: Partial<PageRequest>) => {
      if (page) sendPage(pages!, page, port!);
      else void stop().then(() => process.exit());
    });
    tell({ urls, paths: pages && Object.keys(pages) });
  } catch (error) {
    if (!(error instanceof DataError)) throw error;
    tell({ dataError: error.message });
  }
}

/** The reader asks for each chunk: a page may be longer than memory should hold. */
function sendPage(
  pages: NonNullable<StandIns['pages']>,
  { path, query }: PageRequest['page'],
  port: MessagePort,
): void {
  const chunks = pages[path]!(new URLSearchParams(query))[Symbol.iterator]();
  port.on('message', () => port.postMessage(chunks.next().value ?? null));
}

void main();
