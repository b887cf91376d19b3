import { handleValues, replaces, type Holding, type Subject } from '@herald/subjects';
import { deadLetterData } from './dead-letters/erase-dead-letters';
import type { EventsDeps } from './deps';
import { serviceEvents, type ServiceEvent } from './service-event.model';

/** Records of callers of all companies name none: what they say of the person is this company's all the same. */
const named = (subject: Subject, field: 'resource_id' | 'user_id') => ({
  [field]: { $in: handleValues(subject) },
  company_id: { $in: [subject.company_id, ''] },
});

/** The log keeps what happened, without the person. */
export const personalData: Holding<EventsDeps>[] = [
  replaces<ServiceEvent>(serviceEvents, {
    copy: { title: { en: 'Changes of the data', es: 'Cambios de los datos' } },
    fields: ['resource_id', 'resource_id_2', 'user_id'],
    find: (subject) => [named(subject, 'resource_id'), named(subject, 'user_id')],
    replace({ resource_id, resource_id_2, user_id }, subject, { hash }) {
      const values = new Set(handleValues(subject));
      const hidden = (value: string) => (values.has(value) ? hash(value) : value);
      const ids = { resource_id: hidden(resource_id), resource_id_2: hidden(resource_id_2) };
      return { $set: { ...ids, user_id: hidden(user_id) } };
    },
  }),
  deadLetterData,
];
