import type { Caller } from '@herald/auth';
import { notFound } from '@herald/http';
import { ownedBy } from '@herald/persistence';
import type { MessagePersistanceDeps } from './deps';
import type { Segment } from './segment.model';

/** The segment of this uuid, or 404 where the caller may not see it. */
export async function findSegment(
  uuid: string,
  caller: Caller,
  { Segment }: Pick<MessagePersistanceDeps, 'Segment'>,
): Promise<Segment> {
  const segment = await Segment.findOne({ uuid, ...ownedBy(caller) }).lean();
  if (!segment) throw notFound();
  return segment;
}
