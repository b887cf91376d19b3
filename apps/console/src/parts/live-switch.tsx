import { Switch } from '@mantine/core';
import { useLanguage } from '../language/language';

export const liveMs = 2_000;

/** Reads the newest records again and again. */
export function LiveSwitch({ isLive, onChange }: { isLive: boolean; onChange: (isLive: boolean) => void }) {
  const { t } = useLanguage();
  return <Switch label={t.live} checked={isLive} onChange={(event) => onChange(event.currentTarget.checked)} />;
}
