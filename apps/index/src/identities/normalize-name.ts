/** A person's name as it is stored and compared: lower case, single spaces. */
export const normalizeName = (name: string): string => name.trim().replace(/\s+/g, ' ').toLowerCase();
