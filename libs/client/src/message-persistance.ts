import type { CustomNotification } from '@herald/templates';
import { DependencyDown } from './breaker';
import type { CallService, Reply } from './call-service';
import { devicePageOf, devicePageQuery, pageTimeout, type DevicePage, type DevicePageRequest } from './device-page';

export type KnownMessage = {
  id: number;
  uuid: string;
  /** Null: of no company. */
  company_id: string | null;
  custom_notification: CustomNotification;
  type_notification: string;
};
export type KnownSegment = {
  id: number;
  uuid: string;
  company_id: string;
  name: string;
  index_query: Record<string, unknown>;
};
export type SegmentPageRequest = Omit<DevicePageRequest, 'page'>;
export type MessageClient = ReturnType<typeof messageClient>;
export type SegmentClient = ReturnType<typeof segmentClient>;

const messages = '/message-persistance/api/v1/message';
const segments = '/message-persistance/api/v1/segment';

/** What other services ask of message-persistance about messages. */
export function messageClient(call: CallService) {
  return {
    /** Undefined when there is no such message. */
    async findMessage(uuid: string): Promise<KnownMessage | undefined> {
      const reply = await call(`${messages}/${encodeURIComponent(uuid)}`);
      return isThere(reply) ? (reply.body as { data: KnownMessage }).data : undefined;
    },
  };
}

/** What other services ask of message-persistance about segments. */
export function segmentClient(call: CallService) {
  return {
    /** Undefined when there is no such segment. */
    async findSegment(uuid: string): Promise<KnownSegment | undefined> {
      const reply = await call(`${segments}/${encodeURIComponent(uuid)}`);
      return isThere(reply) ? (reply.body as { data: KnownSegment }).data : undefined;
    },
    /** One step of a walk along the devices that a segment has now; undefined when there is no such segment. */
    async segmentDevices(uuid: string, request: SegmentPageRequest): Promise<DevicePage | undefined> {
      const options = { query: devicePageQuery(request), ...pageTimeout(request) };
      const reply = await call(`${segments}/${encodeURIComponent(uuid)}/device`, options);
      return isThere(reply) ? devicePageOf(reply, request) : undefined;
    },
  };
}

/** A service's own call is never refused for what it asks: any other answer means that the other does not work. */
function isThere({ status }: Reply): boolean {
  if (status === 200) return true;
  if (status === 404) return false;
  throw new DependencyDown(`message-persistance answered ${status}`);
}
