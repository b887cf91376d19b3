import { useLanguage } from '../language/language';
import type { SubjectRequest } from './queries';

const colors = { running: 'active', done: 'sended', refused: 'fails' } as const;

export function RequestBadge({ state }: Pick<SubjectRequest, 'state'>) {
  const { t } = useLanguage();
  return (
    <span className="badge" data-state={colors[state]}>
      {t.privacyScreen.states[state]}
    </span>
  );
}
