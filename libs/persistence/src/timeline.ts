import { cached } from '@herald/concurrency';

/** A moment, and how many matches are as new or newer; without a moment, the newer end. */
export type Edge = { at?: Date; rank: number };
type KnownEdge = Edge & { at: Date };
/** What is known of how matches are spread over time. Ranks count from the base: records that arrive move none. */
type Timeline = { base: Date; edges: KnownEdge[] };
export type Timelines = ReturnType<typeof timelines>;
/** Counts the matches since a moment, up to another one. */
type Count = (since: Date, until?: Date) => Promise<number>;
type Wanted = { skip: number; limit: number; total: number };
type Window = { newer: Edge; older: Edge };

const hour = 3_600_000;
/** The last of the doubled spans is longer than any retention. */
const spans = Array.from({ length: 20 }, (_, at) => hour * 2 ** at);
/** Sorting this many costs less than narrowing their window further. */
export const maxWindow = 2_000;
const margin = maxWindow / 4;
const maxNarrowing = 12;

/** Caches timelines by filters. The key must contain all that decides, above all the tenant. */
export const timelines = ({ expireMs }: { expireMs: number }) =>
  cached<string, Timeline>(async () => ({ base: new Date(), edges: [] }), { ttlMs: expireMs, maxEntries: 1_000 });

/** The edges around a page, between which few other matches lie; each match is counted for them once. */
export async function windowOf({ skip, limit, total }: Wanted, timeline: Timeline, count: Count): Promise<Window> {
  const end = Math.max(skip, Math.min(skip + limit, total));
  const base = { at: timeline.base, rank: await count(timeline.base) };
  const edges = () => [base, ...timeline.edges.map(({ at, rank }) => ({ at, rank: rank + base.rank }))];
  const add = async (at: Date, newer: Edge) => {
    const edge = { at, rank: newer.rank + (await count(at, newer.at)) };
    timeline.edges.push({ at, rank: edge.rank - base.rank });
    timeline.edges.sort((one, other) => other.at.getTime() - one.at.getTime());
    return edge;
  };
  const window = (): Window => ({
    newer: edges().findLast(({ rank }) => rank <= skip) ?? { rank: 0 },
    older: edges().find(({ rank }) => rank >= end) ?? { rank: total },
  });
  for (const span of spans) {
    const oldest = edges().at(-1)!;
    const at = new Date(timeline.base.getTime() - span);
    if (oldest.rank >= end) break;
    if (at < oldest.at) await add(at, oldest);
  }
  for (let step = 0; step < maxNarrowing; step++) {
    const { newer, older } = window();
    if (!older.at || older.rank - newer.rank <= maxWindow) break;
    const edge = await add(momentBetween({ newer, older }, { skip, end }, step % 2 === 1), newer);
    // An edge inside of the page narrows nothing.
    if (edge.rank > skip && edge.rank < end) break;
  }
  return window();
}

/** Where an edge near the page is expected if the matches are spread evenly; or the middle, in case they are not. */
function momentBetween({ newer, older }: Window, { skip, end }: { skip: number; end: number }, isMiddle: boolean) {
  const rank = skip - newer.rank > older.rank - end ? skip - margin : end + margin;
  const share = isMiddle ? 0.5 : (rank - newer.rank) / (older.rank - newer.rank);
  const from = newer.at?.getTime() ?? Date.now();
  return new Date(Math.round(from - share * (from - older.at!.getTime())));
}
