import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCompany } from './use-company';

type Value = number | true | string | string[] | undefined;
/** What the address of a list holds: one parameter for each filter, beside the company, the page and the live tail. */
type RecordSearch = { company?: number; page?: number; live?: true; [filter: string]: Value };
export type Filters = Record<string, string[]>;

const maxLength = 256;
const maxValues = 50;

/** Reads the parameters of a list; a name that is no filter, and what has no sense, is left out. */
export function recordSearch(isFilter: (name: string) => boolean) {
  return (sent: Record<string, unknown>): RecordSearch => {
    const { company, page, live, ...rest } = sent;
    const filters = Object.entries(rest).filter(([name]) => isFilter(name));
    return {
      ...(/^[1-9]\d{0,14}$/.test(String(company)) ? { company: Number(company) } : {}),
      ...(Number.isInteger(page) && Number(page) > 1 ? { page: Number(page) } : {}),
      ...(live === true ? { live } : {}),
      ...searchOf(Object.fromEntries(filters.map(([name, value]) => [name, textsOf(value)]))),
    };
  };
}

export const namedFilters = (names: readonly string[]) => recordSearch((name) => names.includes(name));

function textsOf(value: unknown): string[] {
  const texts = (Array.isArray(value) ? value : [value]).map((one) => String(one).slice(0, maxLength));
  return texts.filter(Boolean).slice(0, maxValues);
}

/** The filters as parameters; one value stands alone. */
export function searchOf(filters: Filters): Record<string, string | string[]> {
  const filled = Object.entries(filters).filter(([, values]) => values.length > 0);
  return Object.fromEntries(filled.map(([name, values]) => [name, values.length === 1 ? values[0]! : values]));
}

export function filtersOf({ company: _c, page: _p, live: _l, ...filters }: RecordSearch): Filters {
  return Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, textsOf(value)]));
}

/** The parameters of the list that is shown, and the way to change them. */
export function useRecordSearch() {
  const search = useSearch({ strict: false }) as RecordSearch;
  const navigate = useNavigate();
  const company = useCompany(search.company);
  const filters = filtersOf(search);
  const to = (next: RecordSearch) => void navigate({ to: '.', search: next as never, resetScroll: false });
  const kept = search.company === undefined ? {} : { company: search.company };
  return {
    company,
    filters,
    page: search.page ?? 1,
    isLive: search.live === true,
    isFiltered: Object.keys(filters).length > 0,
    showPage: (page: number) => to({ ...search, page }),
    showLive: (isLive: boolean) => to({ ...kept, ...searchOf(filters), ...(isLive ? { live: true } : {}) }),
    filter: (name: string, values: string[]) =>
      to({ ...kept, ...searchOf({ ...filters, [name]: values }), ...(search.live ? { live: true } : {}) }),
    clear: () => to(kept),
  };
}
