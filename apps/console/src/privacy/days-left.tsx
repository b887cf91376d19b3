import { useLanguage } from '../language/language';
import type { SubjectRequest } from './queries';

const dayMs = 86_400_000;

/** How long the answer to a running request may still take by law. */
export function DaysLeft({ request }: { request: SubjectRequest }) {
  const { t } = useLanguage();
  const days = Math.floor((Date.parse(request.due_at) - Date.now()) / dayMs);
  return (
    <span className={days < 5 ? 'late' : undefined}>
      {days < 0 ? t.privacyScreen.overdue : t.privacyScreen.days(days)}
    </span>
  );
}
