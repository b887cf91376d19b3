import { quotas } from '@herald/persistence';
import type { ServiceContext } from '@herald/service';
import { hiddenNames } from '@herald/subjects';
import { auditRecords } from './audit-record.model';
import { blockAppender } from './append-to-block';
import { blockMerges } from './block-merge.model';
import type { AuditSettings } from './config';
import { matchFinder } from './find-matches';
import { postings } from './posting.model';
import { postingProgress } from './posting-progress.model';

export type AuditDeps = ReturnType<typeof auditDeps>;

export function auditDeps({ database, settings }: ServiceContext<AuditSettings>) {
  const AuditRecord = auditRecords.model(database);
  const quota = settings.AUDIT_QUOTA_RECORDS;
  const Posting = postings.model(database);
  const models = { AuditRecord, Posting, BlockMerge: blockMerges.model(database) };
  const PostingProgress = postingProgress.model(database);
  return {
    ...models,
    PostingProgress,
    appendToBlock: blockAppender(models),
    findMatches: matchFinder(models),
    quotas: quotas(database),
    quota,
    ...hiddenNames(database),
  };
}
