import { eventually } from './eventually';
import type { Request } from './request';

export type SubjectRequest = {
  uuid: string;
  state: string;
  file: string;
  answers: { service: string; state: string; found: number; changed: number }[];
};
type Subject = { dni: string } | { email: string } | { core_id: string };

const path = '/identification/api/v1/subject_request';

/** Persons' requests for their data, of one company. The caller needs `privacy:read` and `privacy:write`. */
export function subjectRequests(call: Request, company_id = 1) {
  const ask = (kind: string, subject: Subject, reason?: string) =>
    call(`POST ${path}`, { body: { company_id, kind, subject, reason } });
  const begin = async (...asked: Parameters<typeof ask>): Promise<string> => {
    const { status, body } = await ask(...asked);
    if (status !== 201) throw new Error(`The request was answered with ${status}: ${JSON.stringify(body)}`);
    return body.subject_request.uuid;
  };
  const read = async (uuid: string): Promise<SubjectRequest> =>
    (await call(`GET ${path}/${uuid}`)).body.subject_request;
  const done = (uuid: string, timeoutMs?: number): Promise<SubjectRequest> =>
    eventually(async () => {
      const request = await read(uuid);
      return request.state === 'done' ? request : undefined;
    }, timeoutMs);
  return {
    /** The answer to the request, whatever it is. */
    ask,
    /** The uuid of a request that was accepted. */
    begin,
    read,
    /** Resolves when the request is done. */
    done,
    carryOut: async (...asked: Parameters<typeof ask>) => done(await begin(...asked)),
  };
}
