import { DependencyDown } from './breaker';
import type { CallService } from './call-service';

/** The record of a push to a device. */
export type KnownDelivery = {
  uuid: string;
  provider: 'fcm' | 'apns' | null;
  name: string | null;
  status: 1 | 2 | 3;
  action: string | null;
  action_button: string | null;
  error_message: string | null;
  tries: { at: string; outcome: string; answer: string }[];
  reports: { action: string; at: string }[];
};

/** Reads deliveries from notifications. */
export function notificationsClient(call: CallService) {
  return {
    /** The push of a campaign to a device; undefined before the first try. */
    async findDelivery(sentUnder: string, coreId: string): Promise<KnownDelivery | undefined> {
      const path = [sentUnder, coreId].map(encodeURIComponent).join('/');
      const { status, body } = await call(`/notifications/v2/delivery/${path}`);
      if (status === 404) return undefined;
      if (status !== 200) throw new DependencyDown(`notifications answered ${status}`);
      return (body as { data: KnownDelivery }).data;
    },
  };
}
