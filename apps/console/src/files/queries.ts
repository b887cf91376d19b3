import { unwrap, type AnswerOf } from '@herald/client-sdk';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { herald } from '../api';

export type FileRegister = AnswerOf<'listFiles'>['data'][number];
export type FileVersion = AnswerOf<'listVersions'>['data'][number];
export const perPage = 20;

export const filesQuery = (company: number, page: number) =>
  queryOptions({
    queryKey: ['files', company, page],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const query = { company_id: company, page, per_page: perPage };
      return unwrap(herald.GET('/chronos/v1/file_registers', { params: { query }, signal }));
    },
  });

export const fileQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['file', uuid],
    queryFn: async ({ signal }) => {
      const params = { path: { uuid } };
      return (await unwrap(herald.GET('/chronos/v1/file_registers/{uuid}', { params, signal }))).data;
    },
  });

export const versionsQuery = (uuid: string, page: number) =>
  queryOptions({
    queryKey: ['versions', uuid, page],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const params = { path: { uuid }, query: { page, per_page: perPage } };
      return unwrap(herald.GET('/chronos/v1/file_registers/{uuid}/versions', { params, signal }));
    },
  });

type Upload = { file: File; folder: string };

function formOf({ file, folder }: Upload, company?: number): FormData {
  const form = new FormData();
  if (company !== undefined) form.set('company_id', String(company));
  if (folder) form.set('folder', folder);
  form.set('file', file);
  return form;
}

export function uploadFile(company: number, upload: Upload) {
  const bodySerializer = () => formOf(upload, company);
  return unwrap(herald.POST('/chronos/v1/file_registers', { body: { company_id: company }, bodySerializer }));
}

export function uploadVersion(uuid: string, upload: Upload) {
  const params = { path: { uuid } };
  const bodySerializer = () => formOf(upload);
  return unwrap(herald.PUT('/chronos/v1/file_registers/{uuid}', { params, body: {}, bodySerializer }));
}

/** Saves a version under its name; the request carries the token, which a link could not. */
export async function download({ uuid, version, name }: FileVersion): Promise<void> {
  const params = { path: { uuid }, query: { version } };
  const path = '/chronos/v1/file_registers/{uuid}/content';
  const content = await unwrap(herald.GET(path, { params, parseAs: 'blob' }) as never);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content as Blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
