/** Which characters of a number are letters and which are digits: AA999. */
export const formatOf = (text: string): string => text.toUpperCase().replace(/[A-Z]/g, 'A').replace(/\d/g, '9');

/** Numbers are answered without dots and spaces, but with the hyphens between their parts. */
export const numberForm = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[–—]/g, '-')
    .replace(/[^A-Z0-9-]/g, '')
    .replace(/^-+|-+$/g, '');
