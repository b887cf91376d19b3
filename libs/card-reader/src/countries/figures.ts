/** Figures for the letters they are easily misread as, where only figures can stand. */
export const figures = (text: string) =>
  text
    .toUpperCase()
    .replace(/[OQD]/g, '0')
    .replace(/[IL|]/g, '1')
    .replace(/Z/g, '2')
    .replace(/S/g, '5')
    .replace(/B/g, '8')
    .replace(/G/g, '6');

/** Letters for the figures they are easily misread as, where only letters can stand. */
export const letters = (text: string) =>
  text
    .replace(/0/g, 'O')
    .replace(/1/g, 'I')
    .replace(/2/g, 'Z')
    .replace(/5/g, 'S')
    .replace(/8/g, 'B')
    .replace(/6/g, 'G');

/** Without dots, spaces and hyphens. */
export const bareNumber = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** The number if it has so many figures and nothing else. */
export function figuresOnly(text: string, from: number, to: number): string | null {
  const number = figures(bareNumber(text));
  // A word is no number, however many of its letters look like figures.
  if (bareNumber(text).replace(/\D/g, '').length < number.length / 2) return null;
  return /^\d+$/.test(number) && number.length >= from && number.length <= to ? number : null;
}
