/** One push for one device, ready to go. */
export type Push = {
  token: string;
  /** Stable over repeats: providers and apps tell a repeated push by it. */
  notificationUuid: string;
  /** FCM's message without its token, or APNs' payload; JSON. */
  body: string;
  priority: 'high' | 'normal';
  /** APNs' topic. */
  bundleId: string;
  /** The provider checks all and delivers nothing. FCM knows this; APNs does not. */
  dryRun?: boolean;
};

/** What became of a push, in the words of the provider where it failed. */
export type Outcome =
  | { kind: 'sent'; name: string }
  /** The token is of no device any more. */
  | { kind: 'gone'; answer: string }
  /** Refused, and it will be refused again. */
  | { kind: 'refused'; answer: string; /** Our configuration is wrong, not the push. */ isOurFault?: true }
  /** The provider has no time now: that is nobody's failure. */
  | { kind: 'busy'; answer: string; retryAfterSeconds?: number; /** It was not even asked. */ resting?: true }
  /** The credentials are refused: not the device's fault, and waited out until somebody mends them. */
  | { kind: 'denied'; answer: string }
  /** The provider failed at it; another try may help. */
  | { kind: 'broken'; answer: string }
  /** It may have arrived or not. */
  | { kind: 'unknown'; answer: string };

export type ProviderName = 'fcm' | 'apns';

/** A provider with one set of credentials. Never throws: whatever happens is an outcome. */
export type PushProvider = { name: ProviderName; send(push: Push): Promise<Outcome>; close(): Promise<void> };
