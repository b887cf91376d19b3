import { located } from '../failure';

const pad = (value: number, width: number) => String(value).padStart(width, '0');

const parts: Record<string, (date: Date) => string> = {
  Y: (date) => pad(date.getUTCFullYear(), 4),
  m: (date) => pad(date.getUTCMonth() + 1, 2),
  d: (date) => pad(date.getUTCDate(), 2),
  H: (date) => pad(date.getUTCHours(), 2),
  M: (date) => pad(date.getUTCMinutes(), 2),
  S: (date) => pad(date.getUTCSeconds(), 2),
  L: (date) => pad(date.getUTCMilliseconds(), 3),
  j: (date) => pad(Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / 86_400_000) + 1, 3),
  u: (date) => String(date.getUTCDay() || 7),
  w: (date) => String(date.getUTCDay() + 1),
  z: () => '+0000',
  '%': () => '%',
};

/** A date in UTC by MongoDB's format letters; others are refused. */
export function formatDate(date: Date, format: string): string {
  return format.replace(/%(.?)/gs, (_match, letter: string) => {
    const part = Object.hasOwn(parts, letter) ? parts[letter] : undefined;
    if (!part) throw located(18536, `Invalid format character '%${letter}' in format string`);
    return part(date);
  });
}
