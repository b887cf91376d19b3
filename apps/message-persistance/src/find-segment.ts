import type { Caller } from '@herald/auth';
import { notFound } from '@herald/http';
import { ownedBy } from '@herald/persistence';
import type { MessagePersistanceDeps } from './deps';
import type { Segment } from './segment.model';

/** The segment of this uuid among those the caller may see, or the 404. */
export async function findSegment(
  uuid: string,
  caller: Caller,
  { Segment }: Pick<MessagePersistanceDeps, 'Segment'>,
): Promise<Segment> {
  const segment = await Segment.findOne({ uuid, ...ownedBy(caller) }).lean<Segment>();
  if (!segment) throw notFound();
  return segment;
}
