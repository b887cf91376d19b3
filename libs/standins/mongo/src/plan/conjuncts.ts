import { kindOf } from '../bson/value';
import { equal } from '../compare';
import type { Filter, OrderTest, Test } from '../match/filter';
import { matchesValue } from '../match/matches';
import type { Bounds } from './intervals';
import { boundsOf } from './intervals';

/** A test that every document found must pass. `own` is false for what was taken out of an $elemMatch. */
export type Conjunct = { path: string; test: Test; bounds: Bounds | undefined; own: boolean };

/** What a filter demands, the alternatives among it, and whether that is all there is to it. */
export type Demands = { conjuncts: Conjunct[]; alternatives: Filter[][]; complete: boolean };

/** Takes a filter apart. */
export function demandsOf(filter: Filter): Demands {
  const demands: Demands = { conjuncts: [], alternatives: [], complete: true };
  collect(filter, demands);
  return demands;
}

function collect(filter: Filter, demands: Demands): void {
  if (filter.kind === 'and') return filter.parts.forEach((part) => collect(part, demands));
  if (filter.kind === 'field') {
    const { path, test } = filter;
    demands.conjuncts.push({ path, test, bounds: boundsOf(test), own: true });
    if (test.op === 'elemObject') within(path, test.filter, demands);
    return;
  }
  demands.complete = false;
  if (filter.kind === 'or') demands.alternatives.push(filter.parts);
}

function within(outer: string, filter: Filter, demands: Demands): void {
  for (const { path, test, bounds } of demandsOf(filter).conjuncts)
    demands.conjuncts.push({ path: `${outer}.${path}`, test, bounds, own: false });
}

/** Whether every document that meets the demands fits the filter, as the use of a partial index needs. */
export function imply(conjuncts: readonly Conjunct[], filter: Filter): boolean {
  if (filter.kind === 'and') return filter.parts.every((part) => imply(conjuncts, part));
  if (filter.kind !== 'field') return false;
  const { path, test } = filter;
  return conjuncts.some((conjunct) => conjunct.own && conjunct.path === path && implies(conjunct, test));
}

function implies({ test, bounds }: Conjunct, wanted: Test): boolean {
  if (wanted.op === 'exists') return !['not', 'never', 'regex'].includes(test.op) && !bounds?.absent;
  switch (test.op) {
    case 'eq':
      return !Array.isArray(test.value) && matchesValue(wanted, test.value);
    case 'in':
      return test.regexes.length === 0 && test.values.every((one) => !Array.isArray(one) && matchesValue(wanted, one));
    case 'type':
      return wanted.op === 'type' && [...test.kinds].every((kind) => wanted.kinds.has(kind));
    case 'order':
      return orderImplies(test, wanted);
    default:
      return false;
  }
}

function orderImplies(test: OrderTest, wanted: Test): boolean {
  if (wanted.op === 'type') return kindOf(test.value) === 'string' && wanted.kinds.has('string');
  if (wanted.op !== 'order' || wanted.name.slice(0, 3) !== test.name.slice(0, 3)) return false;
  return matchesValue(wanted, test.value) || (wanted.name === test.name && equal(wanted.value, test.value));
}
