/** Numbers are answered without dots and spaces, but with the hyphens between their parts. */
export const numberForm = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[–—]/g, '-')
    .replace(/[^A-Z0-9-]/g, '')
    .replace(/^-+|-+$/g, '');
