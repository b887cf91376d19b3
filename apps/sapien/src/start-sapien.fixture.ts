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
import type { CardReaders, CardReading } from './readers/card-readers';
import { fairSlots } from './readers/fair-slots';
import { noSlot } from './refusals';
import { sapienWith } from './service';

export const credentialsPath = '/sapien/api/v1/credential';

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
const validChecks: Check[] = [
  { name: 'mrz_digits', holds: true, detail: '' },
  { name: 'mrz_against_print', holds: true, detail: '' },
  { name: 'barcode_against_print', holds: null, detail: '' },
];

const corners = [
  { x: 0.1, y: 0.8 },
  { x: 0.3, y: 0.8 },
  { x: 0.3, y: 0.85 },
  { x: 0.1, y: 0.85 },
];

export type ReadingOverrides = {
  fields?: Partial<typeof fields>;
  checks?: Check[];
  missing?: Missing[];
  conflict?: SideConflict;
  swapped?: boolean;
  frontHash?: string;
};

/** The reading of a valid card, with the overrides of a test. */
export function createReading(overrides: ReadingOverrides = {}): CardReading {
  const evidence: Evidence = {
    sources: ['mrz', 'print'],
    proven: true,
    confidence: 0.98,
    candidates: [],
    repairs: [{ source: 'mrz', read: '7402I6', became: '16/02/1974' }],
    places: [{ source: 'mrz', side: 'back', box: { x: 0, y: 0.7, width: 0.2, height: 0.05 }, corners }],
  };
  return {
    fields: { ...fields, ...overrides.fields },
    evidence: Object.fromEntries(fieldNames.map((name) => [name, evidence])) as CardReading['evidence'],
    missing: overrides.missing ?? [],
    conflict: overrides.conflict ?? null,
    agreed: ['nin', 'date_birth'],
    swapped: overrides.swapped ?? false,
    front: { flattened: Buffer.from('flat front'), cardFound: true },
    back: { flattened: Buffer.from('flat back'), cardFound: true },
    faces: [Buffer.from('face one'), Buffer.from('face two')],
    checks: overrides.checks ?? validChecks,
    copySigns: [{ kind: 'sources_differ', field: 'date_birth', sources: ['mrz', 'print'] }],
    frontHash: overrides.frontHash ?? null,
  };
}

export type Reads = CardReaders['read'];

/** The real service with a fake reader. */
export async function startSapien(read: Reads, settings: Env = {}, maxCards = 4): Promise<Tested> {
  const [acquireSlot, acquireUploadSlot] = [fairSlots(maxCards, noSlot), fairSlots(40, noSlot)];
  return startForTest(
    sapienWith(() => ({ read, acquireSlot, acquireUploadSlot, startAll: () => {}, stop: async () => {} })),
    settings,
  );
}

/** A small picture of one colour. */
export const picture = (red: number, format: 'jpeg' | 'png' | 'webp' = 'jpeg'): Promise<Buffer> =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: { r: red, g: 90, b: 120 } } })
    .toFormat(format)
    .toBuffer();

export const asDataUri = (bytes: Buffer, mime = 'image/jpeg') => `data:${mime};base64,${bytes.toString('base64')}`;

export type Sent = Record<string, string | Buffer>;

/** Sends a form; buffers are sent as files. */
export function send(herald: Tested, sent: Sent, claims: TokenClaims = {}, headers: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(sent))
    form.set(name, typeof value === 'string' ? value : new Blob([new Uint8Array(value)]));
  return herald.as(claims)(`POST ${credentialsPath}`, { form, headers });
}

const folder = (herald: Tested, name: string) => join(new URL(herald.env.STORAGE_URL!).pathname, name);

export const storedPictures = (herald: Tested): Promise<string[]> =>
  readdir(join(folder(herald, 'kept'), 'credentials')).catch(() => []);
export const pendingUploads = (herald: Tested) => readdir(folder(herald, 'arriving'));

/** Downloads by a link, without a token. */
export async function download(link: string) {
  const answer = await fetch(link);
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, type: answer.headers.get('content-type'), bytes };
}

/** The answer for a credential that does not exist, or belongs to another company. */
export const credentialNotFound = { code: 404, resource: 'Credential', message: 'Not found' };

/** The real service, with a function that creates a credential of a company from a fake reading. */
export async function startWithCredentials() {
  let next: ReadingOverrides = {};
  const herald = await startSapien(async () => createReading(next));
  const sides = { front_image: await picture(10), back_image: await picture(200, 'webp') };
  const create = async (company = '1', overrides: ReadingOverrides = {}) => {
    next = overrides;
    return (await send(herald, { ...sides, company_id: company })).body.data;
  };
  return { herald, create };
}
