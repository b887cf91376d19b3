import { recordId } from './audit-record.model';
import { positionsOf } from './bits';
import { datedAt } from './dated-at';
import type { AuditDeps } from './deps';
import { matchingBlocks } from './matching-blocks';
import type { SearchCondition } from './search-condition';

/** The ids of all matches, newest first, in pages: a walk that reads each posting once. */
export async function* walkMatches(
  { groups, createdAt }: SearchCondition,
  { AuditRecord, Posting }: Pick<AuditDeps, 'AuditRecord' | 'Posting'>,
  pageSize: number,
): AsyncGenerator<string[]> {
  let page: string[] = [];
  for await (const blocks of matchingBlocks(groups, Posting))
    for (const [block, bits] of createdAt ? await datedAt(createdAt, blocks, AuditRecord) : blocks) {
      page.push(...positionsOf(bits).map((position) => recordId(block, position)));
      while (page.length >= pageSize) {
        yield page.slice(0, pageSize);
        page = page.slice(pageSize);
      }
    }
  if (page.length > 0) yield page;
}
