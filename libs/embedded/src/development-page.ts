/** What a stand-in shows to the developer: the JSON of an answer, in pieces, since it may be long. */
export type DevelopmentPage = (query: URLSearchParams) => Iterable<string>;

/** Pages by their paths. */
export type DevelopmentPages = Record<string, DevelopmentPage>;
