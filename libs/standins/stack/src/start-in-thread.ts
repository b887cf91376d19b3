import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads';
import { DataError } from '@herald/standin-data-folder';
import type { StandInSettings } from './join-or-start';

/** What the thread tells first; `paths` are its pages, if the stand-ins run in this process. */
export type Started = { urls: StandInSettings; paths?: string[] } | { dataError: string };
/** What the thread is asked for. Without a page: to stop. */
export type PageRequest = { page: { path: string; query: string }; port: MessagePort };

type Page = (query: URLSearchParams) => AsyncIterable<string>;
export type StandInsInThread = { urls: StandInSettings; pages?: Record<string, Page>; stop(): Promise<void> };

/**
 * Joins or starts the stand-ins in a thread of their own: services that share a process with their database and their
 * broker would otherwise wait for them on one core.
 */
export async function startInThread(dataDir: string): Promise<StandInsInThread> {
  const bundled = join(__dirname, 'standins.worker.js');
  const isBundled = existsSync(bundled);
  const thread = new Worker(isBundled ? bundled : join(__dirname, 'standins.worker.ts'), {
    workerData: dataDir,
    execArgv: isBundled ? ['--enable-source-maps'] : ['--require', 'tsx/cjs'],
  });
  const [started] = (await once(thread, 'message')) as [Started];
  // Without its database and broker a process cannot go on.
  thread.on('error', (error) => {
    throw error;
  });
  if ('dataError' in started) {
    await thread.terminate();
    throw new DataError(started.dataError);
  }
  const { urls, paths } = started;
  return {
    urls,
    pages: paths && Object.fromEntries(paths.map((path) => [path, (query) => readPage(thread, path, query)])),
    async stop() {
      thread.postMessage({});
      await once(thread, 'exit');
    },
  };
}

async function* readPage(thread: Worker, path: string, query: URLSearchParams): AsyncGenerator<string> {
  const { port1: answers, port2: port } = new MessageChannel();
  const request: PageRequest = { page: { path, query: query.toString() }, port };
  thread.postMessage(request, [port]);
  try {
    for (;;) {
      answers.postMessage('next');
      const [chunk] = (await once(answers, 'message')) as [string | null];
      if (chunk === null) return;
      yield chunk;
    }
  } finally {
    answers.close();
  }
}
