import { oneOf, type TypeOf } from '@herald/contracts';

/** One push for one device, ready to be sent. */
export type Push = {
  token: string;
  /** The same at every try: providers and apps recognize a repeated push by it. */
  notificationUuid: string;
  /** JSON: FCM's message without its token, or the payload of APNs. */
  body: string;
  priority: 'high' | 'normal';
  /** The topic of APNs. */
  bundleId: string;
  /** Validate only. FCM supports this; for APNs nothing is sent. */
  dryRun?: boolean;
};

/** The outcome of one try, with the provider's answer where it failed. The kinds are stored with the delivery. */
export type Outcome =
  | { kind: 'sent'; name: string }
  /** The token no longer belongs to any device. */
  | { kind: 'gone'; answer: string }
  /** Rejected for good: a repeat would be rejected too. */
  | { kind: 'refused'; answer: string; /** Caused by our configuration, not by the push. */ isMisconfigured?: true }
  /** The provider asks to try later, or was surely not reached. */
  | {
      kind: 'busy';
      answer: string;
      retryAfterSeconds?: number;
      status?: '429' | '503';
      /** No request was sent. */ isPaused?: true;
    }
  /** The provider rejects the credentials: pushes wait until they are corrected. */
  | { kind: 'denied'; answer: string }
  /** The provider failed; another try may succeed. */
  | { kind: 'broken'; answer: string }
  /** The push may have arrived. */
  | { kind: 'unknown'; answer: string };

export const providerNames = ['fcm', 'apns'] as const;
export const providerName = () => oneOf(...providerNames);
export type ProviderName = TypeOf<ReturnType<typeof providerName>>;

/** A provider with one set of credentials. `send` reports every failure as an outcome. */
export type PushProvider = { name: ProviderName; send(push: Push): Promise<Outcome>; close(): Promise<void> };
