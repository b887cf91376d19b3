import { useNavigate, useSearch } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLanguage } from '../language/language';
import { ConfirmByNumber } from '../parts/confirm-by-number';
import { reasonsQuery, retryFailed, type Campaign } from './queries';

/** Sends again to the failed devices, or to those that failed for the shown reason, as a new campaign. */
export function RetryFailed({ campaign: { uuid, statistics } }: { campaign: Campaign }) {
  const { t, number } = useLanguage();
  const { reason } = useSearch({ from: '/campaigns/$uuid' });
  const navigate = useNavigate();
  // A second click after a lost answer must not start a second campaign.
  const [keys] = useState(() => new Map<string, string>());
  const { data: reasons = [] } = useQuery(reasonsQuery(uuid, statistics.fails));
  const count = reason === undefined ? statistics.fails : (reasons.find((one) => one.reason === reason)?.count ?? 0);
  const send = async (confirmed_devices: number) => {
    const body = { confirmed_devices, ...(reason === undefined ? {} : { reason }) };
    const text = JSON.stringify(body);
    if (!keys.has(text)) keys.set(text, crypto.randomUUID());
    const started = await retryFailed(uuid, body, keys.get(text)!);
    await navigate({ to: '/campaigns/$uuid', params: { uuid: started.uuid } });
  };
  const { retry, retryTitle, retryHint, retryReasonHint } = t.campaignScreen;
  const hint = reason === undefined ? retryHint(number(count)) : retryReasonHint(number(count), reason);
  return (
    <ConfirmByNumber
      button={retry}
      title={retryTitle}
      hint={hint}
      count={count}
      send={send}
      variant="default"
      disabled={count === 0}
    />
  );
}
