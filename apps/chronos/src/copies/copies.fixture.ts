import { randomUUID } from 'node:crypto';
import { subjectAnswered, subjectCollected, subjectRequested, type SubjectCollected } from '@herald/contracts';
import { eventually, startForTest, type Tested } from '@herald/testing';
import { service } from '../service';

export type TestedCopies = Awaited<ReturnType<typeof startCopies>>;
const person = { dnis: ['12345678K'], emails: [], core_ids: ['phone-1'] };
export const title = { en: 'Notes', es: 'Notas' };

/** The service, with what other services send for a copy. */
export async function startCopies() {
  const herald: Tested = await startForTest(service);
  const answers = await herald.collect(subjectAnswered);
  const ask = (request_uuid: string, step: 'pack' | 'erase' | 'collect', collected?: object[]) =>
    herald.publish(subjectRequested, {
      ...{ request_uuid, company_id: '1', step, round: 1, ...person },
      ...(collected ? { collected: collected as never } : {}),
    });
  const answerTo = (uuid: string) => eventually(() => answers.find((one) => one.request_uuid === uuid));
  return {
    ...herald,
    answers,
    ask,
    answerTo,
    send: (part: Partial<SubjectCollected> & Pick<SubjectCollected, 'request_uuid' | 'attempt' | 'part'>) =>
      herald.publish(subjectCollected, {
        ...{ company_id: '1', service: 'index', names: ['12345678K', 'phone-1'], name: 'notes', title },
        ...{ form: 'records' as const, content: '' },
        ...part,
      }),
    /** The link to a copy of one record. */
    async makeCopy(content = '{"text":"hello"}') {
      const [request_uuid, attempt] = [randomUUID(), randomUUID()];
      await this.send({ request_uuid, attempt, part: 0, content });
      await ask(request_uuid, 'pack', [{ service: 'index', attempt, parts: 1 }]);
      return { request_uuid, ...(await answerTo(request_uuid)).file! };
    },
  };
}
