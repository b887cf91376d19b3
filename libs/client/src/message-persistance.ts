import type { CustomNotification } from '@herald/push-message';
import { DependencyDown } from './breaker';
import type { CallService, Reply } from './call-service';
import { devicePageOf, devicePageQuery, pageOptions, type DevicePage, type DevicePageRequest } from './device-page';

export type KnownMessage = {
  id: number;
  uuid: string;
  /** Null: no company. */
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
export type SegmentPageRequest = Omit<DevicePageRequest, 'page' | 'without_blocked'>;
export type MessageClient = ReturnType<typeof messageClient>;
export type SegmentClient = ReturnType<typeof segmentClient>;

const messages = '/message-persistance/api/v1/message';
const segments = '/message-persistance/api/v1/segment';

/** Reads messages from message-persistance. */
export function messageClient(call: CallService) {
  return {
    /** Undefined when the message does not exist. */
    async findMessage(uuid: string): Promise<KnownMessage | undefined> {
      const reply = await call(`${messages}/${encodeURIComponent(uuid)}`);
      return isThere(reply) ? (reply.body as { data: KnownMessage }).data : undefined;
    },
  };
}

/** Reads segments from message-persistance. */
export function segmentClient(call: CallService) {
  return {
    /** Undefined when the segment does not exist. */
    async findSegment(uuid: string): Promise<KnownSegment | undefined> {
      const reply = await call(`${segments}/${encodeURIComponent(uuid)}`);
      return isThere(reply) ? (reply.body as { data: KnownSegment }).data : undefined;
    },
    /** One page of a walk along a segment's current devices; undefined when the segment does not exist. */
    async segmentDevices(uuid: string, request: SegmentPageRequest): Promise<DevicePage | undefined> {
      const options = { query: devicePageQuery(request), ...pageOptions(request) };
      const reply = await call(`${segments}/${encodeURIComponent(uuid)}/device`, options);
      return isThere(reply) ? devicePageOf(reply, request) : undefined;
    },
  };
}

/** A correct call between services is never refused: any other status means that the other service fails. */
function isThere({ status }: Reply): boolean {
  if (status === 200) return true;
  if (status === 404) return false;
  throw new DependencyDown(`message-persistance answered ${status}`);
}
