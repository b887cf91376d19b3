import { recordId } from './audit-record.model';
import { positionsOf } from './bits';
import { datedAt } from './dated-at';
import type { AuditDeps } from './deps';
import { hideRecords } from './hide-records';
import { matchingBlocks } from './matching-blocks';
import type { SearchCondition } from './search-condition';

/** The ids of all matches, newest first, in pages: a walk that reads each posting once. */
export async function* walkMatches(
  { groups, createdAt, hidden }: SearchCondition,
  { AuditRecord, Posting }: Pick<AuditDeps, 'AuditRecord' | 'Posting'>,
  pageSize: number,
): AsyncGenerator<string[]> {
  let page: string[] = [];
  const hide = await hideRecords(hidden, Posting);
  for await (const found of matchingBlocks(groups, Posting)) {
    const blocks = hide(found);
    for (const [block, bits] of createdAt ? await datedAt(createdAt, blocks, AuditRecord) : blocks) {
      page.push(...positionsOf(bits).map((position) => recordId(block, position)));
      while (page.length >= pageSize) {
        yield page.slice(0, pageSize);
        page = page.slice(pageSize);
      }
    }
  }
  if (page.length > 0) yield page;
}
