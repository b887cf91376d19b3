import type { operations } from '@herald/client-sdk';

export type MessageBody = operations['createMessage']['requestBody']['content']['application/json'];
export type MessageKind = MessageBody['notification_type'];
export type ButtonKind = 'url' | 'call' | 'mail';

/** What a composer remembers in the browser: no device, no variable, nothing of a person. */
export type Draft = {
  name: string;
  kind: MessageKind;
  title: string;
  message: string;
  mediaUrl: string;
  color: string;
  buttonKind: ButtonKind;
  buttonText: string;
  buttonAction: string;
  app: string;
  segment: string;
  rate: string;
  finishDate: string;
  needsApproval: boolean;
};

const empty: Draft = {
  ...{ name: '', kind: 'notification', title: '', message: '', mediaUrl: '', color: '#3B5BDB' },
  ...{ buttonKind: 'url', buttonText: '', buttonAction: '' },
  ...{ app: '', segment: '', rate: '', finishDate: '', needsApproval: false },
};

const keyOf = (company: number) => `herald-draft-${company}`;

export function loadDraft(company: number): Draft {
  try {
    return { ...empty, ...(JSON.parse(localStorage.getItem(keyOf(company)) ?? '{}') as Partial<Draft>) };
  } catch {
    return empty;
  }
}

export const saveDraft = (company: number, draft: Draft) => localStorage.setItem(keyOf(company), JSON.stringify(draft));

export const forgetDraft = (company: number) => localStorage.removeItem(keyOf(company));

export function messageBody(draft: Draft, company_id: number): MessageBody {
  const { kind, title, message, mediaUrl, color, buttonKind, buttonText, buttonAction } = draft;
  const button = { type: buttonKind, text: buttonText, action: buttonAction, color };
  return {
    notification_version: 'core_notifications_v1',
    notification_type: kind,
    data: { title, message, media_url: mediaUrl, action_color: color },
    ...(buttonText || buttonAction ? { buttons: { button_1: button } } : {}),
    values: [],
    company_id,
  } as MessageBody;
}

/** The names of the variables in title and text, each once. */
export function variablesIn({ title, message }: Pick<Draft, 'title' | 'message'>): string[] {
  const found = `${title}\n${message}`.matchAll(/\{\{ *([^{}]+?) *\}\}/g);
  return [...new Set([...found].map((match) => match[1]!))];
}

export const filled = (text: string, variables: Record<string, string>): string =>
  text.replace(/\{\{ *([^{}]+?) *\}\}/g, (_, name: string) => variables[name] ?? '');
