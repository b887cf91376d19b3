import { builtPlatform } from './built-platform.fixture';

/** The page of the API fills in these examples: they have to work on the data of the first start. */
const platform = builtPlatform();
afterAll(platform.clean);

type Parameter = { name: string; in: 'path' | 'query' | 'header'; example?: unknown };
type Operation = {
  operationId: string;
  parameters: Parameter[];
  requestBody?: { content: Record<string, { example?: unknown } | undefined> };
};
type Documented = { method: string; path: string; operation: Operation };

function documentedIn({ paths }: { paths: Record<string, Record<string, Operation>> }): Documented[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

/** The request as the page sends it without a change. */
function requestOf({ method, path, operation: { parameters, requestBody } }: Documented, token: string) {
  const given = parameters.filter(({ example }) => example !== undefined);
  const filled = given
    .filter((one) => one.in === 'path')
    .reduce((sum, { name, example }) => sum.replace(`{${name}}`, encodeURIComponent(String(example))), path);
  const query = given.filter((one) => one.in === 'query').map(({ name, example }) => [name, String(example)]);
  const example = requestBody?.content['application/json']?.example;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = example === undefined ? {} : { body: JSON.stringify(example) };
  return { address: `${filled}?${new URLSearchParams(query)}`, init: { method, headers, ...body } };
}

it('runs the examples of the documentation on the data of the first start', async () => {
  const { url, process } = await platform.start();
  const token = /^export TOKEN=(\S+)$/m.exec(process.output())![1]!;
  expect(process.output()).toContain(`${url}/docs#token=${token}\n`);
  const documented = documentedIn((await (await fetch(`${url}/openapi.json`)).json()) as never);
  const run = async (operationId: string) => {
    const { address, init } = requestOf(
      documented.find(({ operation }) => operation.operationId === operationId)!,
      token,
    );
    const { status } = await fetch(url + address, init as RequestInit);
    return [operationId, status];
  };
  const found = ['readDevice', 'searchDevices', 'findApps', 'listApps', 'readCompany', 'readPerson', 'readPersons'];
  found.push('listDevicesOfPerson', 'listTokenStates', 'previewSegment', 'listDeviceCampaigns');
  for (const name of found) expect(await run(name)).toEqual([name, 200]);
  for (const name of ['readLastDevice', 'registerDevice', 'createSegment', 'createMessage'])
    expect(await run(name)).toEqual([name, 201]);
});
