type WhySearch = { company?: number; who?: string };

/** Ids may look like numbers. */
export function parseWhySearch({ company, who }: Record<string, unknown>): WhySearch {
  return {
    ...(/^[1-9]\d{0,14}$/.test(String(company)) ? { company: Number(company) } : {}),
    ...(who !== undefined && who !== '' ? { who: String(who).slice(0, 128) } : {}),
  };
}

/** A national identity number such as `12.345.678-5`; anything else is a device. */
export const isDni = (who: string): boolean => /^\d{1,3}(\.?\d{3}){2}-?[\dkK]$/.test(who);
