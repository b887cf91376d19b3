import type { Claim } from './claims';
import { editDistance, folded } from './folded';
import { type Merged, agree } from './merge-sources';
import { type FieldName, fieldNames } from './reading';
import type { Statement } from './side-statement';

const CLEARLY_READ = 0.8;
const MISREAD_SHARE = 0.2;

/** The merged values; one that a side says otherwise is not proven, whatever else speaks for it. */
export function withoutDisputed({ fields, evidence }: Merged, statements: Statement[]): Merged {
  const said = statements.flatMap(({ coded, print }) => [...coded, ...print]);
  const checked = { ...evidence };
  for (const field of fieldNames) {
    const value = fields[field];
    const isDisputed = value !== null && said.some((claim) => claim.field === field && disputes(field, value, claim));
    if (isDisputed) checked[field] = { ...evidence[field], proven: false };
  }
  return { fields, evidence: checked };
}

/** A badly read value that is nearly the same is a misreading, not another value. */
function disputes(field: FieldName, value: string, claim: Claim): boolean {
  const own: Claim = { ...claim, value, cut: false };
  if (agree(field, own, claim)) return false;
  const [a, b] = [folded(value), folded(claim.value)];
  const most = Math.floor(a.length * MISREAD_SHARE);
  return claim.sure >= CLEARLY_READ || editDistance(a, b) > most;
}
