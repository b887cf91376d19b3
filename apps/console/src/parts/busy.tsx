import { useIsFetching } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { useLanguage } from '../language/language';

/** Says that an input was taken while its content is on the way. What is only read again is not announced. */
export function Busy() {
  const { t } = useLanguage();
  const isNavigating = useRouterState({ select: ({ status }) => status === 'pending' });
  const isMissing = useIsFetching({ predicate: ({ state }) => state.data === undefined }) > 0;
  return isNavigating || isMissing ? <div className="busy" role="progressbar" aria-label={t.loading} /> : null;
}
