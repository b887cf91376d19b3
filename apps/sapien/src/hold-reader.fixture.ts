import { startReaderProcess } from './reader-process';

/** A service that reads one card: started by a test that kills it. Prints the process id of its reader. */
const [front, back] = process.argv.slice(2) as [string, string];
const reader = startReaderProcess();
process.stdout.write(String(reader.pid));
void reader.read({ front, back }, new AbortController().signal).catch(() => {});
