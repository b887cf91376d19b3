import { once } from 'node:events';
import { get, type ClientRequest, type IncomingMessage } from 'node:http';
import { get as getSecurely } from 'node:https';

const timeoutMs = 5_000;
const maxBytes = 1_048_576;

/**
 * Fetches a JSON document of at most 1 MB within 5 s, without following redirects. Not by `fetch`: of two signals
 * (AbortSignal.any) none ends the reading of a body any more, once garbage was collected meanwhile.
 */
export async function fetchJson(url: string, closing: AbortSignal): Promise<unknown> {
  const ask = new URL(url).protocol === 'https:' ? getSecurely : get;
  const request = ask(url, { headers: { accept: 'application/json' } });
  const timer = setTimeout(() => request.destroy(new Error('The key server took more than 5 s')), timeoutMs);
  const end = () => request.destroy(new Error('The process stops'));
  closing.addEventListener('abort', end);
  try {
    return await jsonOf(request);
  } finally {
    clearTimeout(timer);
    closing.removeEventListener('abort', end);
    request.destroy();
  }
}

async function jsonOf(request: ClientRequest): Promise<unknown> {
  // The wait for the answer fails of the first error, and the reading of a later one.
  request.on('error', () => {});
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`The key server answered ${response.statusCode}`);
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of response as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > maxBytes) throw new Error(`The key server sent more than ${maxBytes} bytes`);
    pieces.push(piece);
  }
  try {
    return JSON.parse(Buffer.concat(pieces).toString());
  } catch {
    throw new Error('The key server sent no JSON');
  }
}
