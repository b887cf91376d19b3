import type { useLanguage } from '../language/language';
import { Moment } from '../parts/moment';

export type Step = { at?: string; text: string; answer?: string };
export type WhyTexts = ReturnType<typeof useLanguage>['t']['why'];
type Delivery = {
  provider: 'fcm' | 'apns' | null;
  tries: { at: string; outcome: string; answer: string }[];
  reports: { at: string; action: string }[];
};

/** What happened to a notification, step by step. */
export function Steps({ label, steps }: { label: string; steps: Step[] }) {
  return (
    <ol className="story" aria-label={label}>
      {steps.map(({ at, text, answer }, place) => (
        <li key={place}>
          {at && <Moment at={at} />} <span>{text}</span> {answer && <code className="reason">{answer}</code>}
        </li>
      ))}
    </ol>
  );
}

/** The tries to send, and what the device reported. */
export function deliverySteps({ provider, tries, reports }: Delivery, isSent: boolean, texts: WhyTexts): Step[] {
  const provided = provider === 'apns' ? 'APNs' : 'FCM';
  return [
    ...tries.map(({ at, outcome, answer }) => {
      const text = outcome === 'sent' ? texts.accepted(provided) : texts.refused(provided, outcome);
      return { at, text, answer };
    }),
    ...reports.map(({ at, action }) => ({ at, text: texts.reported(action) })),
    ...(isSent && reports.length === 0 ? [{ text: texts.noReport }] : []),
  ];
}
