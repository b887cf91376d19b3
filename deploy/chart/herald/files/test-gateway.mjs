// Asks the gateway for its own health, the console, and each service. A service refuses the token; one that is not there
// is a 503.
const { GATEWAY_URL, PATHS, WAIT_SECONDS = '120' } = process.env;
const asked = [
  { name: 'gateway', path: '/health/ready', expected: 200 },
  { name: 'console', path: '/console/', expected: 200 },
  ...Object.entries(JSON.parse(PATHS)).map(([name, path]) => ({ name, path, expected: 401 })),
];
const deadline = Date.now() + Number(WAIT_SECONDS) * 1000;

const statusOf = (path) =>
  fetch(GATEWAY_URL + path, { headers: { authorization: 'Bearer none' }, signal: AbortSignal.timeout(10_000) }).then(
    ({ status }) => status,
    ({ message }) => message,
  );

let waiting = asked;
while (waiting.length > 0 && Date.now() < deadline) {
  const answers = await Promise.all(waiting.map(async (one) => ({ ...one, status: await statusOf(one.path) })));
  for (const { name, status, expected } of answers) if (status === expected) console.log(`${name}: ${status}`);
  waiting = answers.filter(({ status, expected }) => status !== expected);
  if (waiting.length > 0) await new Promise((resolve) => setTimeout(resolve, 1000));
}
for (const { name, path, status, expected } of waiting) console.error(`${name}: ${path} is ${status}, not ${expected}`);
process.exit(waiting.length > 0 ? 1 : 0);
