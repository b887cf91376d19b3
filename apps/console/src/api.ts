import { createHerald, HeraldError } from '@herald/client-sdk';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { currentToken, endSession, listen } from './session';

/** The API of this installation, with the token of the session. */
export const herald = createHerald({ baseUrl: location.origin, token: currentToken });

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: endIfRefused }),
  mutationCache: new MutationCache({ onError: endIfRefused }),
  defaultOptions: {
    queries: { staleTime: 5_000, retry: (count, error) => count < 2 && isTransient(error) },
  },
});

// What was shown to one person must not be shown to the next.
listen(() => queryClient.clear());

const isTransient = (error: Error): boolean => !(error instanceof HeraldError) || error.status >= 500;

function endIfRefused(error: Error): void {
  if (error instanceof HeraldError && error.status === 401) endSession('ended');
}
