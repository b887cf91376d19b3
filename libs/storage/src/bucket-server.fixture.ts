import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { sign } from 'aws4';
import type { S3Credentials } from './storage';

type Seen = { method: string; key: string; query: URLSearchParams; headers: IncomingHttpHeaders };
export type BucketServer = Awaited<ReturnType<typeof bucketServer>>;

/** A server that speaks what we need of S3, and checks each signature with another implementation. */
export async function bucketServer(credentials: S3Credentials) {
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, Map<number, Buffer>>();
  const requests: Seen[] = [];
  const failures: { method: string; status: number; isOnce: boolean }[] = [];

  type Asked = { key: string; id: string; part: number; body: Buffer; res: ServerResponse };
  const begin = ({ res }: Asked) => {
    const id = `upload-${requests.length}`;
    uploads.set(id, new Map());
    res.end(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
  };
  const complete = ({ key, id, res }: Asked) => {
    const parts = [...uploads.get(id)!].toSorted(([one], [other]) => one - other).map(([, part]) => part);
    objects.set(key, Buffer.concat(parts));
    uploads.delete(id);
    res.end('<CompleteMultipartUploadResult><ETag>"e"</ETag></CompleteMultipartUploadResult>');
  };
  const answers = new Map<string, (asked: Asked) => unknown>([
    ['POST', (asked) => (asked.id ? complete : begin)(asked)],
    [
      'PUT',
      ({ key, id, part, body, res }) => {
        if (id) uploads.get(id)!.set(part, body);
        else objects.set(key, body);
        res.setHeader('ETag', '"e"').end();
      },
    ],
    [
      'DELETE',
      ({ key, id, res }) => {
        if (id) uploads.delete(id);
        else objects.delete(key);
        res.writeHead(204).end();
      },
    ],
  ]);
  const read = ({ key, res }: Asked) => {
    const found = objects.get(key);
    return found ? res.setHeader('Content-Length', found.length).end(found) : res.writeHead(404).end();
  };
  const answer = async (req: IncomingMessage, res: ServerResponse) => {
    const { pathname: key, searchParams: query } = new URL(req.url!, 'http://bucket');
    const { method = '', headers } = req;
    const body = await buffer(req);
    requests.push({ method, key, query, headers });
    if (!isSigned(req, credentials)) return res.writeHead(403).end();
    const failure = failures.find((one) => one.method === method);
    if (failure?.isOnce) failures.splice(failures.indexOf(failure), 1);
    if (failure) return res.writeHead(failure.status).end();
    const [id, part] = [query.get('uploadId') ?? '', Number(query.get('partNumber'))];
    return (answers.get(method) ?? read)({ key, id, part, body, res });
  };
  const server = createServer((req, res) => void answer(req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    requests,
    address: (through = url) => `s3://files/herald?region=eu-1&endpoint=${encodeURIComponent(through)}`,
    failOnce: (method: string) => void failures.push({ method, status: 500, isOnce: true }),
    refuse: (method: string, status: number) => void failures.push({ method, status, isOnce: false }),
    openUploads: () => uploads.size,
    stop: () => server.close().closeAllConnections(),
  };
}

/** True where the headers that the client signed carry the signature that they must. */
function isSigned({ method, url: path, headers }: IncomingMessage, credentials: S3Credentials): boolean {
  const { authorization = '' } = headers;
  const names = /SignedHeaders=([^,]*)/.exec(authorization)?.[1]?.split(';') ?? [];
  const signed = Object.fromEntries(names.map((name) => [headerName(name), headers[name] as string]));
  const { 'X-Amz-Security-Token': sessionToken } = signed;
  const keys = { ...credentials, ...(sessionToken ? { sessionToken } : {}) };
  const expected = sign({ service: 's3', region: 'eu-1', method, path, headers: signed }, keys);
  return expected.headers!.Authorization === authorization;
}

/** Names of headers as the other implementation writes them. */
const headerName = (name: string) => name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
