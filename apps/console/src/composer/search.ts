/** The company of a new campaign. */
export const parseCompanySearch = ({ company }: Record<string, unknown>): { company?: number } =>
  /^[1-9]\d{0,14}$/.test(String(company)) ? { company: Number(company) } : {};
