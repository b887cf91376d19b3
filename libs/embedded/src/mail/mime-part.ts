import { decodeCharset } from './charset';
import { decodeTransfer } from './transfer-encoding';

export type MimePart = { readonly headers: ReadonlyMap<string, string>; readonly body: string };

const deepestNesting = 16;

/** Takes a message or one of its parts apart; the text is latin1, one character per byte. */
export function parsePart(source: string): MimePart {
  const end = /^\r?\n|\r?\n\r?\n/.exec(source);
  const head = end ? source.slice(0, end.index) : source;
  const headers = new Map<string, string>();
  for (const line of head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const [, name, value] = /^([^:\s]+)\s*:\s*(.*)$/.exec(line) ?? [];
    if (name && !headers.has(name.toLowerCase())) headers.set(name.toLowerCase(), value ?? '');
  }
  return { headers, body: end ? source.slice(end.index + end[0].length) : '' };
}

function parameter(header: string, name: string): string {
  const found = new RegExp(`;\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^;\\s]+))`, 'i').exec(header);
  return found?.[1] ?? found?.[2] ?? '';
}

function children(body: string, boundary: string): MimePart[] {
  const parts: MimePart[] = [];
  const delimiter = `--${boundary}`;
  let current: string[] | undefined;
  for (const line of body.split('\r\n')) {
    const isDelimiter = line.startsWith(delimiter) && /^(--)?\s*$/.test(line.slice(delimiter.length));
    if (!isDelimiter) {
      current?.push(line);
      continue;
    }
    if (current) parts.push(parsePart(current.join('\r\n')));
    current = line.startsWith('--', delimiter.length) ? undefined : [];
  }
  if (current) parts.push(parsePart(current.join('\r\n')));
  return parts;
}

/** The leaves of a message in their order. */
export function leaves(part: MimePart, depth = 0): MimePart[] {
  const type = part.headers.get('content-type') ?? '';
  const boundary = /^\s*multipart\//i.test(type) ? parameter(type, 'boundary') : '';
  if (!boundary || depth > deepestNesting) return [part];
  return children(part.body, boundary).flatMap((child) => leaves(child, depth + 1));
}

/** The part's text when it is of this type and no attachment. */
export function textOfType({ headers, body }: MimePart, wanted: string): string | undefined {
  const type = headers.get('content-type') ?? 'text/plain';
  const isWanted = type.trim().toLowerCase().startsWith(wanted);
  if (!isWanted || /^\s*attachment/i.test(headers.get('content-disposition') ?? '')) return undefined;
  const bytes = decodeTransfer(body, headers.get('content-transfer-encoding') ?? '');
  return decodeCharset(bytes, parameter(type, 'charset')).replaceAll('\r\n', '\n');
}
