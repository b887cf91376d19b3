import { startReaderProcess } from './reader-process';

/** A process that reads one card; a test kills it. Prints the process id of its reader. */
const [front, back] = process.argv.slice(2) as [string, string];
const reader = startReaderProcess();
process.stdout.write(String(reader.pid));
void reader.read({ front, back }, new AbortController().signal).catch(() => {});
