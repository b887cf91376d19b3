import { DependencyDown } from './breaker';
import type { CallService } from './call-service';

/** All that is known of what a device was sent. */
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

/** What other services ask of notifications. */
export function notificationsClient(call: CallService) {
  return {
    /** What a device was sent under a campaign's uuid; undefined when nothing was tried yet. */
    async findDelivery(sentUnder: string, coreId: string): Promise<KnownDelivery | undefined> {
      const path = [sentUnder, coreId].map(encodeURIComponent).join('/');
      const { status, body } = await call(`/notifications/v2/delivery/${path}`);
      if (status === 404) return undefined;
      if (status !== 200) throw new DependencyDown(`notifications answered ${status}`);
      return (body as { data: KnownDelivery }).data;
    },
  };
}
