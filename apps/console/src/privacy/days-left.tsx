import { useLanguage } from '../language/language';
import { isRunning, type SubjectRequest } from './queries';

const dayMs = 86_400_000;

/** How long the answer may still take by law. */
export function DaysLeft({ request }: { request: SubjectRequest }) {
  const { t } = useLanguage();
  if (!isRunning(request)) return null;
  const days = Math.floor((Date.parse(request.due_at) - Date.now()) / dayMs);
  return (
    <span className={days < 5 ? 'late' : undefined}>
      {days < 0 ? t.privacyScreen.overdue : t.privacyScreen.days(days)}
    </span>
  );
}
