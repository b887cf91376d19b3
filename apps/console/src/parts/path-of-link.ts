/** A link of the API at the origin that serves this page: its policy admits no other. */
export function pathOfLink(link: string): string {
  const { pathname, search } = new URL(link);
  return pathname + search;
}
