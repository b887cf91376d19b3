/** The filters of the list, as the address holds them; what it leaves out is the default. */
export type CampaignSearch = {
  company?: number;
  search?: string;
  state?: 'active' | 'finished';
  approval?: 'pending';
  page?: number;
};
export type TargetStatus = 'pending' | 'sended' | 'fails';
export type TargetSearch = { status?: TargetStatus; reason?: string; page?: number };

export function parseCampaignSearch(sent: Record<string, unknown>): CampaignSearch {
  const { company, search, state, approval, page } = sent;
  return {
    ...(/^[1-9]\d{0,14}$/.test(String(company)) ? { company: Number(company) } : {}),
    ...(search !== undefined && search !== '' ? { search: String(search).slice(0, 256) } : {}),
    ...(state === 'active' || state === 'finished' ? { state } : {}),
    ...(approval === 'pending' ? { approval } : {}),
    ...pageOf(page),
  };
}

export function parseTargetSearch({ status, reason, page }: Record<string, unknown>): TargetSearch {
  const isKnown = status === 'pending' || status === 'sended' || status === 'fails';
  // Only failed devices have reasons; one in the address may look like a number.
  const isReason = reason !== undefined && reason !== '' && (status === undefined || status === 'fails');
  return {
    ...(isKnown ? { status } : {}),
    ...(isReason ? { reason: String(reason).slice(0, 4_096) } : {}),
    ...pageOf(page),
  };
}

const pageOf = (page: unknown) => (Number.isInteger(page) && Number(page) > 1 ? { page: Number(page) } : {});
