/** The person that the address names: a national identity number or an e-mail address. */
type PersonSearch = { who?: string; company?: number };

export function parsePersonSearch({ who, company }: Record<string, unknown>): PersonSearch {
  return {
    ...(who !== undefined && who !== '' ? { who: String(who).slice(0, 254) } : {}),
    ...(/^[1-9]\d{0,14}$/.test(String(company)) ? { company: Number(company) } : {}),
  };
}
