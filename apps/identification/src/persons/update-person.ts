import { setTimeout as sleep } from 'node:timers/promises';
import type { Model } from '@herald/persistence';
import type { Person } from './person.model';

const maxTries = 40;

/** Changes a known person by compare-and-set; `change` returns the same record for no change. False: no such person. */
export async function updatePerson(
  Person: Model<Person>,
  filter: object,
  change: (person: Person) => Person,
): Promise<boolean> {
  for (let attempt = 1; attempt <= maxTries; attempt++) {
    const before = await Person.findOne(filter).lean();
    if (!before) return false;
    const after = change(before);
    if (after === before) return true;
    const unchanged = { id: before.id, revision: before.revision ?? { $exists: false } };
    const { matchedCount } = await Person.updateOne(unchanged, differenceOf(before, after), {
      timestamps: !hasOnlyNewClaims(before, after),
    });
    if (matchedCount === 1) return true;
    await sleep(Math.random() * Math.min(100, 4 * attempt));
  }
  throw new Error('Too many concurrent updates of one person');
}

const changeable = [
  ...(['name', 'lastname', 'email', 'phone', 'reported_at'] as const),
  ...(['said', 'unproven', 'first_device', 'is_unreported', 'claims'] as const),
];

function differenceOf(before: Person, after: Person): object {
  const changed = changeable.filter((name) => after[name] !== before[name]);
  const set = changed.filter((name) => after[name] !== undefined).map((name) => [name, after[name]]);
  const unset = changed.filter((name) => after[name] === undefined).map((name) => [name, 1]);
  return {
    $set: Object.fromEntries(set) as object,
    ...(unset.length > 0 ? { $unset: Object.fromEntries(unset) as object } : {}),
    $inc: { revision: 1 },
  };
}

/** A claim changes nothing of the person. */
function hasOnlyNewClaims(before: Person, after: Person): boolean {
  return changeable.every((name) => name === 'claims' || after[name] === before[name]);
}
