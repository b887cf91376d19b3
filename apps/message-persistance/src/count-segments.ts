import { groupBy } from '@herald/concurrency';
import { exampleIds, integer, list, object, string, uuid } from '@herald/contracts';
import { found, jsonBody, route } from '@herald/http';
import { ownedBy } from '@herald/persistence';
import { countDevices } from './count-devices';
import type { MessagePersistanceDeps } from './deps';
import { maxQueryBytes, toSegmentAnswer } from './segment.model';

/** A page of a list. */
const max = 50;

const size = object({ uuid: string(), total: integer() });

export const countSegments = route('POST /message-persistance/api/v1/segment/size', {
  summary: 'Count the devices of segments',
  description: `The current number of devices of each of up to ${max} segments; unknown ones are left out.`,
  scope: 'message-persistance:read',
  resource: 'Segment',
  // The proxy takes as much as for the route with a uuid in this place.
  body: jsonBody(object({ segments: list(uuid()).min(1).max(max) }), { maxBytes: maxQueryBytes }),
  returns: found(list(size)),
  errors: {},
  example: { body: { segments: [exampleIds.segment] } },
  async handle({ body, caller }, deps: MessagePersistanceDeps) {
    const segments = await deps.Segment.find({ uuid: { $in: body.segments }, ...ownedBy(caller) }).lean();
    // Segments of equal filters are counted together.
    const alike = [...groupBy(segments, ({ company_id, index_query }) => `${company_id} ${index_query}`).values()];
    const counted = alike.map(async (some) => {
      const filter = toSegmentAnswer(some[0]!);
      const total = await deps.limitCounts(filter.company_id, () => countDevices(filter, caller, deps));
      return some.map((segment) => ({ uuid: segment.uuid, total }));
    });
    return (await Promise.all(counted)).flat();
  },
});
