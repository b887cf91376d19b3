import { counters } from '@herald/persistence';
import { defineService } from '@herald/service';
import { countSegments } from './count-segments';
import { createMessage } from './create-message';
import { createSegment } from './create-segment';
import { messagePersistanceDeps } from './deps';
import { listSegmentDevices } from './list-segment-devices';
import { listSegments } from './list-segments';
import { messages } from './message.model';
import { previewSegment } from './preview-segment';
import { readMessage } from './read-message';
import { readSegment } from './read-segment';
import { segments } from './segment.model';
import { updateSegment } from './update-segment';
import { personalData } from './personal-data';
import { retention } from './retention';

export const service = defineService({
  name: 'message-persistance',
  summary: 'Notification messages, and segments of devices to send them to',
  calls: ['company', 'index'],
  // `preview` precedes the route with a uuid in its place.
  records: [messages, segments, counters],
  routes: {
    createMessage,
    readMessage,
    createSegment,
    listSegments,
    previewSegment,
    countSegments,
    readSegment,
    updateSegment,
    listSegmentDevices,
  },
  personalData,
  retention,
  deps: messagePersistanceDeps,
});
