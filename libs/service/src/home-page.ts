/** Headers of the home page: it loads nothing from other hosts and runs no script. */
export const homePageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
};

const consoleLink = [
  '/console/',
  'Console',
  'Campaigns: their progress, their devices, and the way to stop them',
] as const;
const links = [
  ['/docs', 'API documentation', 'Every endpoint, to read and to try'],
  ['/openapi.json', 'OpenAPI document', 'For generators and clients'],
  ['/health/ready', 'Health', 'Whether this installation is ready for requests'],
] as const;

/** The page for browsers at `/`. */
export const homePage = ({ hasConsole }: { hasConsole: boolean }): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Herald</title>
<style>
  :root { color-scheme: light dark; --line: #d8dbe2; --soft: #5c6370; --link: #2450b8; --card: #fff; --back: #f4f5f8; }
  @media (prefers-color-scheme: dark) {
    :root { --line: #343a46; --soft: #a3abba; --link: #8fb0ff; --card: #1c2028; --back: #12151b; }
  }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--back);
    font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif; }
  main { width: min(34rem, calc(100vw - 3rem)); padding: 2rem 0; }
  h1 { margin: 0; font-size: 2rem; letter-spacing: -0.02em; }
  p { margin: .5rem 0 1.5rem; color: var(--soft); }
  a { display: block; padding: .85rem 1.1rem; margin-bottom: .6rem; border: 1px solid var(--line); border-radius: .6rem;
    background: var(--card); color: var(--link); font-weight: 600; text-decoration: none; }
  a:hover, a:focus-visible { border-color: var(--link); outline: none; }
  a span { display: block; color: var(--soft); font-weight: 400; font-size: .9rem; }
</style>
</head>
<body>
<main>
<h1>Herald</h1>
<p>Mobile identity and messaging: identity cards, people and their devices, and campaigns to their phones.</p>
${(hasConsole ? [consoleLink, ...links] : links)
  .map(([path, name, text]) => `<a href="${path}">${name}<span>${text}</span></a>`)
  .join('\n')}
</main>
</body>
</html>
`;

/** True for a browser's request for a page; other clients get the API's answer. */
export const wantsPage = (accept = ''): boolean => /(^|,)\s*text\/html\s*(;|,|$)/i.test(accept);
