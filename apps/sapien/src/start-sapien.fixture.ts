import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  fieldNames,
  type Check,
  type Evidence,
  type FieldName,
  type Missing,
  type SideConflict,
} from '@herald/card-reader';
import type { Env } from '@herald/service';
import { startForTest, type Tested, type TokenClaims } from '@herald/testing';
import sharp from 'sharp';
import type { CardReaders, Read } from './card-readers';
import { fairSlots } from './fair-slots';
import { noSlot } from './refusals';
import { sapienWith } from './service';

export const credentials = '/sapien/api/v1/credential';

const fields: Record<FieldName, string | null> = {
  name: 'BEGOÑA INÉS',
  lastname: 'NÚÑEZ LAGOS',
  nin: '12345678-5',
  gender: 'F',
  nationality: 'CHL',
  date_birth: '01/02/1980',
  document_number: '987654321',
  date_issue: '01/02/2024',
  date_due: '01/02/2090',
  doc_type: 'ID',
};
const holding: Check[] = [
  { name: 'mrz_digits', holds: true, detail: '' },
  { name: 'mrz_against_print', holds: true, detail: '' },
  { name: 'barcode_against_print', holds: null, detail: '' },
];

export type Said = {
  fields?: Partial<typeof fields>;
  checks?: Check[];
  missing?: Missing[];
  conflict?: SideConflict;
  swapped?: boolean;
};

/** What a reader gives that read a card well, or as the test says. */
export function readingOf(said: Said = {}): Read {
  const evidence: Evidence = { sources: ['mrz', 'print'], proven: true, confidence: 0.98, candidates: [] };
  return {
    fields: { ...fields, ...said.fields },
    evidence: Object.fromEntries(fieldNames.map((name) => [name, evidence])) as Read['evidence'],
    missing: said.missing ?? [],
    conflict: said.conflict ?? null,
    swapped: said.swapped ?? false,
    front: { flattened: Buffer.from('flat front'), cardFound: true },
    back: { flattened: Buffer.from('flat back'), cardFound: true },
    faces: [Buffer.from('face one'), Buffer.from('face two')],
    checks: said.checks ?? holding,
  };
}

export type Reads = CardReaders['read'];

/** The real service, with readers that say what the test wants. */
export async function startSapien(read: Reads, settings: Env = {}, maxCards = 4): Promise<Tested> {
  const [acquireSlot, acquireUploadSlot] = [fairSlots(maxCards, noSlot), fairSlots(40, noSlot)];
  return startForTest(
    sapienWith(() => ({ read, acquireSlot, acquireUploadSlot, warm: () => {}, stop: async () => {} })),
    settings,
  );
}

/** A small picture of one colour, told from others by it. */
export const picture = (red: number, format: 'jpeg' | 'png' | 'webp' = 'jpeg'): Promise<Buffer> =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: { r: red, g: 90, b: 120 } } })
    .toFormat(format)
    .toBuffer();

export const asDataUri = (bytes: Buffer, mime = 'image/jpeg') => `data:${mime};base64,${bytes.toString('base64')}`;

export type Sent = Record<string, string | Buffer>;

/** Sends a form; buffers go as files. */
export function send(herald: Tested, sent: Sent, claims: TokenClaims = {}, headers: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(sent))
    form.set(name, typeof value === 'string' ? value : new Blob([new Uint8Array(value)]));
  return herald.as(claims)(`POST ${credentials}`, { form, headers });
}

const folder = (herald: Tested, name: string) => join(new URL(herald.env.STORAGE_URL!).pathname, name);

/** What lies in the storage, and what is under way to it. */
export const kept = (herald: Tested): Promise<string[]> =>
  readdir(join(folder(herald, 'kept'), 'credentials')).catch(() => []);
export const arriving = (herald: Tested) => readdir(folder(herald, 'arriving'));

/** Downloads by a link alone, without a token. */
export async function download(link: string) {
  const answer = await fetch(link);
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, type: answer.headers.get('content-type'), bytes };
}
