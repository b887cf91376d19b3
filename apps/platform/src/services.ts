import { service as audit } from '@herald/app-audit';
import { service as campaigns } from '@herald/app-campaigns';
import { service as channels } from '@herald/app-channels';
import { service as chronos } from '@herald/app-chronos';
import { service as company } from '@herald/app-company';
import { service as coreIdp } from '@herald/app-core-idp';
import { service as events } from '@herald/app-events';
import { service as identification } from '@herald/app-identification';
import { service as index } from '@herald/app-index';
import { service as messagePersistance } from '@herald/app-message-persistance';
import { service as notifications } from '@herald/app-notifications';
import { service as sapien } from '@herald/app-sapien';
import { StartError, type Service } from '@herald/service';

/** Every service of Herald. */
export const allServices: Service[] = [
  company,
  coreIdp,
  identification,
  index,
  messagePersistance,
  campaigns,
  notifications,
  channels,
  audit,
  chronos,
  events,
  sapien,
];

/** The services that SERVICES names, or all. */
export function chosenServices(setting: string | undefined): Service[] {
  if (!setting) return allServices;
  const names = setting.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !allServices.some((service) => service.name === name));
  if (unknown.length > 0) throw new StartError(`SERVICES: there is no service ${unknown.join(', ')}`);
  return allServices.filter(({ name }) => names.includes(name));
}
