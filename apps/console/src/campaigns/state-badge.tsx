import { useLanguage } from '../language/language';

type State = { terminated: boolean; approval?: { status: string } };

export function StateBadge({ campaign: { terminated, approval } }: { campaign: State }) {
  const { t } = useLanguage();
  if (!terminated && approval?.status === 'pending')
    return (
      <span className="badge" data-state="held">
        {t.campaignScreen.isHeld}
      </span>
    );
  return (
    <span className="badge" data-state={terminated ? 'finished' : 'active'}>
      {terminated ? t.isFinished : t.isActive}
    </span>
  );
}
