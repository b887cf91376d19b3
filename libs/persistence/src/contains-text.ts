/** The condition that a text contains another, literally and case-insensitively. */
export const containsText = (part: string) => ({
  $regex: part.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&'),
  $options: 'i',
});
