const timeoutMs = 5_000;
const maxBytes = 1_048_576;

/** Fetches a JSON document of at most 1 MB within 5 s, without following redirects. */
export async function fetchJson(url: string, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(url, {
    redirect: 'error',
    headers: { accept: 'application/json' },
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`The key server answered ${response.status}`);
  }
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    bytes += piece.byteLength;
    if (bytes > maxBytes) throw new Error(`The key server sent more than ${maxBytes} bytes`);
    pieces.push(piece);
  }
  try {
    return JSON.parse(Buffer.concat(pieces).toString());
  } catch {
    throw new Error('The key server sent no JSON');
  }
}
