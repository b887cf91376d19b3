import { bulkUpdate, type Model } from '@herald/persistence';
import { positionsOf, toBits } from './bits';
import { bitsOf, type Posting } from './posting.model';

/** Positions by the id of their posting. */
export type Positions = Map<string, Set<number>>;

/** Removes positions from postings, and postings that have none left. */
export async function removePositions(positions: Positions, Posting: Model<Posting>): Promise<void> {
  const found = await Posting.find({ _id: { $in: [...positions.keys()] } }).lean<Posting[]>();
  const left = found.map((posting) => ({
    posting,
    rest: positionsOf(bitsOf(posting)).filter((position) => !positions.get(posting._id)!.has(position)),
  }));
  await bulkUpdate(
    Posting,
    left.map(({ posting: { _id, bits }, rest }) => ({
      filter: { _id },
      update: { $set: bits === undefined ? { at: rest.toReversed() } : { bits: toBits(rest).toString('base64') } },
    })),
  );
  const empty = left.filter(({ rest }) => rest.length === 0).map(({ posting }) => posting._id);
  if (empty.length > 0) await Posting.deleteMany({ _id: { $in: empty } });
}
