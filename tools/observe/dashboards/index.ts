import { campaigns } from './campaigns';
import { delivery } from './delivery';
import { overview } from './overview';
import { sapien } from './sapien';
import { stores } from './stores';

export const dashboards = { overview, campaigns, delivery, sapien, stores };
