/** A person's name as the index keeps and compares it: lower case, spaces squeezed. */
export const normalName = (sent: string): string => sent.trim().replace(/\s+/g, ' ').toLowerCase();
