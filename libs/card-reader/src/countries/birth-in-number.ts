import { alphanumeric } from '../text/misread-characters';

const [day, month, year] = ['(?<day>\\d\\d)', '(?<month>\\d\\d)', '(?<year>\\d\\d)'];
const [dayFirst, yearFirst] = [`${day}${month}${year}`, `${year}${month}${day}`];
const yugoslav = `${day}${month}\\d${year}\\d{6}`;

/** Where the numbers of persons have the date of birth. */
const forms = new Map(
  Object.entries({
    BEL: `${yearFirst}\\d{5}`,
    BGR: `${yearFirst}\\d{4}`,
    BIH: yugoslav,
    CHN: `\\d{8}${yearFirst}\\d{3}[\\dX]`,
    CUB: `${yearFirst}\\d{5}`,
    CZE: `${yearFirst}\\d{3,4}`,
    DNK: `${dayFirst}\\d{4}`,
    EGY: `[23]${yearFirst}\\d{7}`,
    EST: `[1-8]${yearFirst}\\d{4}`,
    FIN: `${dayFirst}[A-Y]?\\d{3}[\\dA-Y]`,
    IDN: `\\d{6}${dayFirst}\\d{4}`,
    ISL: `${dayFirst}\\d{4}`,
    KAZ: `${yearFirst}\\d{6}`,
    KOR: `${yearFirst}\\d{7}`,
    KWT: `[23]${yearFirst}\\d{5}`,
    LTU: `[1-8]${yearFirst}\\d{4}`,
    LVA: `${dayFirst}\\d{5}`,
    MEX: `[A-Z]{4}${yearFirst}[HMX][A-Z]{5}[A-Z\\d]\\d`,
    MKD: yugoslav,
    MNE: yugoslav,
    MUS: `[A-Z]${dayFirst}\\d{6}[A-Z\\d]`,
    MYS: `${yearFirst}\\d{6}`,
    NIC: `\\d{3}${dayFirst}\\d{4}[A-Z]`,
    NOR: `${dayFirst}\\d{5}`,
    POL: `${yearFirst}\\d{5}`,
    ROU: `[1-9]${yearFirst}\\d{6}`,
    SRB: yugoslav,
    SVK: `${yearFirst}\\d{3,4}`,
    SVN: yugoslav,
    SWE: `(?:\\d\\d)?${yearFirst}\\d{4}`,
    TZA: `\\d\\d${yearFirst}\\d{12}`,
    ZAF: `${yearFirst}\\d{7}`,
  }).map(([country, form]) => [country, new RegExp(`^${form}$`)]),
);

/** What is added to the month for a century or for women. */
const addedToMonth: Record<string, number[]> = {
  BEL: [20, 40],
  BGR: [20, 40],
  CZE: [50, 20, 70],
  POL: [20, 80],
  SVK: [50, 20, 70],
};
/** What is added to the day for women, or in the numbers of foreigners. */
const addedToDay: Record<string, number[]> = { IDN: [40], NOR: [40], SWE: [60] };

/** The date of birth in the number of a person as DDMMYY; null where it has none, or not the form of the country. */
export function birthInNumber(country: string, number: string): string | null {
  const parts = forms.get(country)?.exec(alphanumeric(number))?.groups;
  if (!parts) return null;
  const ofDay = without(addedToDay[country], Number(parts.day), 31);
  const ofMonth = without(addedToMonth[country], Number(parts.month), 12);
  return ofDay && ofMonth && `${ofDay}${ofMonth}${parts.year}`;
}

/** A date, DD/MM/YYYY, as DDMMYY. */
export const withoutCentury = (date: string): string => date.replace(/^(..).(..).(?:..)(..)$/, '$1$2$3');

function without(added: number[] = [], value: number, max: number): string | null {
  const own = [0, ...added].map((one) => value - one).find((one) => one >= 1 && one <= max);
  return own === undefined ? null : String(own).padStart(2, '0');
}
