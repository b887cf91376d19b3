import { useSession } from '../session';

/** The company in the address, or the first that the token holds. */
export function useCompany(chosen?: number): number {
  const companies = useSession()?.companies ?? '*';
  return chosen ?? Number((companies === '*' ? undefined : companies[0]) ?? 1);
}
