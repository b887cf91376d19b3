import { queryClient } from '../api';
import { useLanguage } from '../language/language';
import { ConfirmByNumber } from '../parts/confirm-by-number';
import { stopCampaign, type Campaign } from './queries';

/** Stops a campaign, after the number of devices that it touches was typed. */
export function StopCampaign({ campaign: { uuid, statistics } }: { campaign: Campaign }) {
  const { t, number } = useLanguage();
  const send = async () => {
    await stopCampaign(uuid);
    await queryClient.invalidateQueries();
  };
  return (
    <ConfirmByNumber
      button={t.stop}
      title={t.stopTitle}
      hint={t.stopHint(number(statistics.pending))}
      count={statistics.pending}
      send={send}
      color="red"
      variant="outline"
    />
  );
}
