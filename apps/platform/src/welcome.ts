/** `here`: the stand-ins run in this process, and its gateway shows what they caught. */
type StandInsInUse = { simulatesPush: boolean; here: boolean };

/** What a developer sees once the platform is ready. */
export function welcome(url: string, token: string, standIns?: StandInsInUse): string {
  const authorization = `-H "Authorization: Bearer $TOKEN"`;
  return [
    ...(standIns
      ? ['', 'Database, broker and mail are stand-ins for development. Do not use them in production.']
      : []),
    ...(standIns?.simulatesPush ? [pushLine(standIns.here ? `${url}/_dev/push/messages` : undefined)] : []),
    '',
    `Herald is ready at ${url}`,
    '',
    'The console, signed in by the token in the link:',
    `${url}/console/#token=${token}`,
    '',
    'The documentation of the API, where each request can be tried:',
    `${url}/docs#token=${token}`,
    '',
    'A token for development, good for 8 hours:',
    `export TOKEN=${token}`,
    '',
    'Try:',
    `curl ${authorization} ${url}/index/v1/device/demo-00`,
    `curl ${authorization} -H "Content-Type: application/json" -d '{"system_name":"ios"}' "${url}/index/v1/device?per_page=3"`,
    `curl ${authorization} "${url}/events/v1/event/service?per_page=2"`,
    '',
    '',
  ].join('\n');
}

const pushLine = (shownAt?: string) =>
  `Pushes go to simulators of FCM and APNs and reach no phone${shownAt ? `; see what arrived at ${shownAt}` : ''}.`;
