/** The condition that a text contains another, letter by letter, whatever their case. */
export const containing = (part: string) => ({ $regex: part.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&'), $options: 'i' });
