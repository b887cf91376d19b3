import { parseDate, parseMrzDate } from '../text/dates';

/** A period of two dates, the first with a year of two digits or four: 09.08.16-04.12.2026. */
const PERIOD = /(?<!\d)(\d{2})[./](\d{2})[./](?:19|20)?(\d{2})\s*[-–—]\s*(\d{2}[./]\d{2}[./]\d{4})(?!\d)/;

export function periodOf(text: string): { begin: string | null; end: string | null } {
  const [, day, month, year, end = ''] = PERIOD.exec(text) ?? [];
  return { begin: year ? parseMrzDate(`${year}${month}${day}`, 'birth') : null, end: parseDate(end) };
}

/** A card that prints years only is valid until the end of the last one. */
export function parseValidity(text: string): string | null {
  const years = /(?:^|\D)(?:20\d\d)\D+(20\d\d)(?:\D|$)/.exec(text);
  return parseDate(text) ?? (years ? `31/12/${years[1]}` : null);
}
