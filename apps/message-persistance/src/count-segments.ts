import { holdsScope } from '@herald/auth';
import { groupBy } from '@herald/concurrency';
import { exampleIds, integer, list, object, string, uuid } from '@herald/contracts';
import { found, jsonBody, route } from '@herald/http';
import { ownedBy } from '@herald/persistence';
import type { MessagePersistanceDeps } from './deps';
import { deviceQueryOf, maxQueryBytes, type IndexQuery, type Segment } from './segment.model';

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
  async handle({ body, caller }, { Segment, searchDevices }: MessagePersistanceDeps) {
    const segments = await Segment.find({ uuid: { $in: body.segments }, ...ownedBy(caller) }).lean();
    const without_blocked = !holdsScope(caller, 'privacy:read');
    const onePage = { page: 1, per_page: 1, fields: ['core_id'], without_blocked };
    // Segments of equal filters are counted together.
    const alike = [...groupBy(segments, ({ company_id, index_query }) => `${company_id} ${index_query}`).values()];
    const counted = alike.map(async (some) => {
      const { total } = await searchDevices(queryOf(some[0]!), onePage);
      return some.map((segment) => ({ uuid: segment.uuid, total }));
    });
    return (await Promise.all(counted)).flat();
  },
});

const queryOf = ({ company_id, index_query }: Segment): IndexQuery =>
  deviceQueryOf(company_id, JSON.parse(index_query) as IndexQuery);
