import { holdsScope, useSession, type Session } from '../session';

declare module '@tanstack/react-query' {
  interface Register {
    /** The scope that the request of a query needs, for queries that not every reader of their screen may ask. */
    queryMeta: { scope: string };
  }
}
type Query = { meta?: { scope: string } | undefined };

export const isAllowed = (session: Session | undefined, { meta }: Query): boolean =>
  !meta || holdsScope(session, meta.scope);

/** True if the session's token may ask the query. */
export const useIsAllowed = (query: Query): boolean => isAllowed(useSession(), query);
