import type { Doc, Encodable, Value } from '../bson/value';
import { doc, isDoc } from '../bson/value';
import { stagesOf } from '../aggregate/pipeline';
import { failure } from '../failure';
import { countRecords } from '../plan/count';
import type { Plan } from '../plan/plan';
import { planQuery } from '../plan/plan';
import type { Query } from '../plan/query';
import { runPlan } from '../plan/run';
import { findCollection } from '../store/catalog';
import { splitPipeline } from './aggregate';
import type { Handler } from './command';
import { queryOf } from './find';

const readers: Record<string, (body: Doc) => Query> = {
  find: (body) => queryOf(body, 'filter'),
  count: (body) => ({ ...queryOf(body, 'query'), sort: [], skip: 0, limit: 0 }),
  distinct: (body) => ({ ...queryOf(body, 'query'), sort: [], skip: 0, limit: 0 }),
  aggregate: (body) => splitPipeline(stagesOf(body.get('pipeline'))).query,
};

/** The explain command: the plan, and what running it looked at. */
export const explain: Handler = {
  fields: ['verbosity'],
  run({ catalog }, { body, database }) {
    const inner = body.get('explain');
    const name = isDoc(inner) ? (inner.keys().next().value ?? '') : '';
    const read = Object.hasOwn(readers, name) ? readers[name] : undefined;
    if (!isDoc(inner) || !read) throw failure('CommandNotFound', `Explain failed due to unknown command: ${name}`);
    const query = read(inner);
    const collection = findCollection(catalog, database, String(inner.get(name)));
    const namespace = `${database}.${String(inner.get(name))}`;
    const tally = { examined: 0 };
    if (!collection) return reply(namespace, { stage: 'EOF' }, 0, 0);
    const plan = planQuery(collection, query);
    const counted = name === 'count' && countRecords(collection, query, tally);
    const found = counted === false ? [...runPlan(collection, query, plan, tally)].length : counted;
    return reply(namespace, winning(plan, query), found, tally.examined);
  },
};

function reply(namespace: string, winningPlan: Record<string, unknown>, nReturned: number, totalDocsExamined: number) {
  const queryPlanner = { namespace, winningPlan, rejectedPlans: [] };
  const executionStats = { executionSuccess: true, nReturned, totalDocsExamined };
  return doc({ queryPlanner, executionStats, ok: 1.0 });
}

/** The stage is that of the access to documents; `sortStage` reports a sort in memory. */
function winning(plan: Plan, query: Query): Record<string, unknown> {
  const sortStage = query.sort.length > 0 && !plan.sorted ? 'SORT' : undefined;
  const [first] = plan.scans;
  if (!first) return { stage: 'COLLSCAN', direction: 'forward', sortStage };
  const inputStages: Map<string, Encodable>[] = plan.scans.map(({ index, reverse }) =>
    doc({
      stage: 'IXSCAN',
      indexName: index.name,
      keyPattern: index.key as Value,
      direction: reverse ? 'backward' : 'forward',
    }),
  );
  const several = inputStages.length > 1 ? { inputStages } : {};
  return { stage: 'IXSCAN', indexName: first.index.name, inputStage: inputStages[0], ...several, sortStage };
}
