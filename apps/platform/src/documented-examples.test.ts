import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exampleIds } from '@herald/contracts';
import { eventually } from '@herald/testing';
import { builtPlatform } from './built-platform.fixture';

const root = join(__dirname, '../../..');

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

const tokenIn = (output: string) => /^export TOKEN=(\S+)$/m.exec(output)![1]!;
let url: string;
let token: string;
const readDocument = async () => (await fetch(`${url}/openapi.json`)).text();

/** Runs the example of an operation. */
async function runExample(operationId: string): Promise<Response> {
  const documented = documentedIn(JSON.parse(await readDocument()) as never).find(
    ({ operation }) => operation.operationId === operationId,
  )!;
  const { address, init } = requestOf(documented, token);
  return fetch(url + address, init as RequestInit);
}

// A busy machine takes its time for the demo data.
jest.setTimeout(300_000);
beforeAll(async () => {
  const started = await platform.start({ SAPIEN_WARM: 'true' });
  url = started.url;
  token = tokenIn(started.process.output());
  expect(started.process.output()).toContain(`${url}/docs#token=${token}\n`);
  await eventually(async () => !(await readDocument()).includes(exampleIds.campaign), 240_000);
});

it('reads a drawn card some time after the start, which the examples then show', async () => {
  await eventually(async () => !(await readDocument()).includes(exampleIds.credential), 240_000);
  const { data } = (await (await runExample('readCredential')).json()) as { data: { name: string; evidence: object } };
  expect(data).toMatchObject({ name: 'ROCÍO', evidence: { name: { proven: true, sources: ['print', 'mrz'] } } });
  expect((await runExample('validateCredential')).status).toBe(200);
});

it('runs the examples of the documentation on the data of the first start', async () => {
  const run = async (operationId: string) => [operationId, (await runExample(operationId)).status];
  const found = ['readDevice', 'searchDevices', 'findApps', 'listApps', 'readCompany', 'readPerson', 'readPersons'];
  found.push('listDevicesOfPerson', 'listTokenStates', 'previewSegment', 'countSegments', 'listDeviceCampaigns');
  found.push('readCampaign', 'listTargets', 'exportTargets', 'readTarget', 'listReasons', 'listCampaigns');
  found.push('readMessage', 'readSegment', 'listSegmentDevices', 'updateSegment', 'readServiceEvent');
  found.push('readPersonByUuid', 'readChannel', 'readCoreFeed', 'readFile', 'listVersions', 'readContent');
  found.push('readIdentity', 'updateIdentity', 'updateTagValue', 'readSubjectRequest', 'listSubjectRequests');
  found.push('listCredentials');
  for (const name of found) expect(await run(name)).toEqual([name, 200]);
  const created = ['createCampaign', 'testMessage', 'createSubjectRequest'];
  for (const name of ['readLastDevice', 'registerDevice', 'createSegment', 'createMessage', ...created])
    expect(await run(name)).toEqual([name, 201]);
});

/** The curl commands of a document that go to the platform and need no file. */
function curlsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8').replaceAll('\\\n', ' ');
  const commands = text.split('\n').filter((line) => line.startsWith('curl '));
  return commands.filter((line) => line.includes('://127.0.0.1:8080/') && !line.includes('@/tmp/'));
}

const documents = readdirSync(join(root, 'apps')).map((name) => `apps/${name}/README.md`);
const commands = ['README.md', 'docs/privacy.md', ...documents].flatMap((file) =>
  curlsOf(file).map((command): [string, string] => [file, command]),
);

it.each(commands)('%s: %s', (_file, command) => {
  const script = command.replace('curl ', `curl -s -o /dev/null -w '%{http_code}' `);
  const env = { ...process.env, TOKEN: token };
  const options = { cwd: root, env, encoding: 'utf8' } as const;
  expect(execFileSync('sh', ['-c', script.replaceAll('http://127.0.0.1:8080', url)], options)).toMatch(/^20\d$/);
});
