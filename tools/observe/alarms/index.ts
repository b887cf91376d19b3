import { deliveryAlarms } from './delivery';
import { privacyAlarms } from './privacy';
import { processAlarms } from './processes';
import { sapienAlarms } from './sapien';
import { storeAlarms } from './stores';

export const alarms = [...processAlarms, ...storeAlarms, ...deliveryAlarms, ...sapienAlarms, ...privacyAlarms];
