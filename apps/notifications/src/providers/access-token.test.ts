import { accessTokens, type AccessToken } from './access-token';

const token = (name: string, expires_in = 3_600): AccessToken => ({ access_token: name, expires_in });
let now: number;
beforeEach(() => {
  now = performance.now();
  jest.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => jest.restoreAllMocks());

/** Each call takes the next response; `hang` never settles. */
function fetcher(...answers: (AccessToken | Error | 'hang')[]) {
  const state = { requests: 0 };
  const fetchToken = () => {
    const answer = answers[state.requests++];
    if (answer === 'hang') return new Promise<AccessToken>(() => {});
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer!);
  };
  return { state, fetchToken };
}

it('fetches a token once for all callers, and again when it is about to expire', async () => {
  const { state, fetchToken } = fetcher(token('one'), token('two'));
  const accessToken = accessTokens(fetchToken);
  expect(await Promise.all([accessToken(), accessToken()])).toEqual(['one', 'one']);
  now += 3_290_000;
  expect(await accessToken()).toBe('one');
  now += 20_000;
  expect([await accessToken(), state.requests]).toEqual(['one', 2]);
  expect(await accessToken()).toBe('two');
});

it('rejects all waiting callers after the timeout, and sends another request for the next call', async () => {
  const { fetchToken } = fetcher('hang', 'hang', token('late'));
  const accessToken = accessTokens(fetchToken, 50);
  const waiting = await Promise.allSettled([accessToken(), accessToken()]);
  expect(waiting.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(accessToken()).rejects.toThrow('No access token within 0.05 s');
  expect(await accessToken()).toBe('late');
});

it('uses the cached token until it expires while renewals fail, with a pause between them', async () => {
  const down = new Error('down');
  const { state, fetchToken } = fetcher(token('one'), down, down, down, token('two'));
  const accessToken = accessTokens(fetchToken);
  await accessToken();
  now += 3_400_000;
  for (let n = 0; n < 5; n++) expect(await accessToken()).toBe('one');
  expect(state.requests).toBe(2);
  now += 6_000;
  for (let n = 0; n < 5; n++) expect(await accessToken()).toBe('one');
  expect(state.requests).toBe(3);
  now += 170_000;
  await expect(accessToken()).rejects.toThrow('down');
  expect(await accessToken()).toBe('two');
});

it('measures the lifetime by the monotonic clock', async () => {
  const { state, fetchToken } = fetcher(token('one'), token('two'));
  const accessToken = accessTokens(fetchToken);
  await accessToken();
  for (const jump of [-3_600_000, 7_200_000]) {
    const set = Date.now() + jump;
    jest.spyOn(Date, 'now').mockImplementation(() => set);
    expect([await accessToken(), state.requests]).toEqual(['one', 1]);
  }
});
