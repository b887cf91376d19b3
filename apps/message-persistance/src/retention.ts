import { staysUntilErased, type Retention } from '@herald/subjects';
import { segments } from './segment.model';

export const retention: Retention<unknown>[] = [
  staysUntilErased(segments, 'conditions that operators wrote; they name a device only where one wrote it'),
];
