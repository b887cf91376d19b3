/** The words, or several together, of a list that is written with semicolons over several lines. */
export const listedWords = (list: string): string[] => list.split(';').map((word) => word.trim().replace(/\s+/g, ' '));
