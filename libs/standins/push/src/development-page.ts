/** A page that shows what a stand-in received: JSON in chunks, because it may be long. */
export type DevelopmentPage = (query: URLSearchParams) => Iterable<string>;

/** Pages by path. */
export type DevelopmentPages = Record<string, DevelopmentPage>;
