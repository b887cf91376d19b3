import { startForTest } from '@herald/testing';
import { service } from './service';

export const files = '/chronos/v1/file_registers';
export const noFile = { code: 404, resource: 'File to upload', message: 'Not found' };

type Form = { content?: string | Buffer; name?: string; fields?: Record<string, string>; key?: string };
export type TestedChronos = Awaited<ReturnType<typeof startChronos>>;

/** Starts the service for a test, with functions that upload files. */
export async function startChronos(env: Record<string, string> = {}) {
  const herald = await startForTest(service, env);
  const upload = (
    methodAndPath: string,
    { content = 'hello', name = 'note.txt', fields = {}, key }: Form = {},
    companies: '*' | number[] = '*',
  ) => {
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) form.set(field, value);
    form.set('file', new Blob([content as string], { type: 'text/plain' }), name);
    return herald.as({ companies })(methodAndPath, { form, headers: key ? { 'idempotency-key': key } : {} });
  };
  const create = (form: Form = {}, companies?: '*' | number[]) =>
    upload(`POST ${files}`, { ...form, fields: { company_id: '1', ...form.fields } }, companies);
  return { ...herald, upload, create };
}
