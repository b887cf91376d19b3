import { join } from 'node:path';
import { DataError } from '@herald/standin-data-folder';
import type { EarlierFormat } from '@herald/standin-journal';

/** Earlier versions kept one mail per line. The last line may be incomplete if the process was killed. */
export function earlierMails(dataDir: string): EarlierFormat {
  const folder = join(dataDir, 'mail');
  const path = join(folder, 'mails.jsonl');
  const isMail = (line: string) => {
    try {
      return typeof JSON.parse(line) === 'object';
    } catch {
      return false;
    }
  };
  return {
    path,
    leftovers: [folder],
    parse(content) {
      const lines = content.toString().split('\n').slice(0, -1);
      const damaged = lines.findIndex((line) => !isMail(line));
      if (damaged >= 0)
        throw new DataError(`${path} is damaged in line ${damaged + 1}; remove it to start without the mails in it`);
      return new Map(lines.map((line, index) => [index + 1, Buffer.from(line)]));
    },
  };
}
