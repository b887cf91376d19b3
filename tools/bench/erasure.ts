/**
 * How long a person's requests for a copy and for erasure take, of persons with ten devices and a thousand deliveries
 * each. All services are one process; engines as in bench:fanout.
 * `npm run bench:erasure [-- --persons 5 --devices 10 --campaigns 100]`.
 */
import { parseArgs } from 'node:util';
import { services, type ServiceName } from '@herald/contracts';
import { bundle, campaignOver, eventually, fillDevices, subjectRequests, type Installation } from '@herald/testing';
import { quantiles, table } from './figures';
import { phone } from './phones';
import { runOnInstallation } from './run';

const { values } = parseArgs({
  options: {
    persons: { type: 'string', default: '5' },
    devices: { type: 'string', default: '10' },
    campaigns: { type: 'string', default: '100' },
  },
});
const [persons, devices, campaigns] = [values.persons, values.devices, values.campaigns].map(Number);

const dniOf = (person: number) => String(10_000_000 + person);
const coreIdOf = (person: number, device: number) => `person-${person}-${device}`;
const all = <T>(count: number, make: (at: number) => T) => Array.from({ length: count }, (_, at) => make(at));

async function registerPersons(it: Installation): Promise<void> {
  for (let person = 0; person < persons!; person++)
    for (let device = 0; device < devices!; device++) {
      const body = {
        ...phone({ name: 'bench', company_id: 1, number: person * devices! + device }),
        core_id: coreIdOf(person, device),
        person: { dni: dniOf(person), name: 'Ana', email: `person${person}@example.com` },
      };
      const { status } = await it.to('identification')('POST /identification/api/v1/device', { body });
      if (status !== 201) throw new Error(`A registration was answered with ${status}`);
    }
  const tokens = it.database('notifications').collection('push_tokens');
  await eventually(async () => (await tokens.countDocuments()) >= persons! * devices!);
}

/** Each campaign names every device: one delivery a device. */
async function sendCampaigns(it: Installation): Promise<void> {
  const start = await campaignOver(it, bundle);
  const named = (person: number) => (device: number) => ({ core_id: coreIdOf(person, device), variables: {} });
  const notifications = all(persons!, (person) => all(devices!, named(person)));
  for (let at = 0; at < campaigns!; at++) await start({ notifications: notifications.flat() });
  const wanted = campaigns! * persons! * devices!;
  const settled = { settled: { $ne: false } };
  const deliveries = it.database('notifications').collection('campaign_deliveries');
  await eventually(async () => (await deliveries.countDocuments(settled)) >= wanted, 600_000);
}

/** Milliseconds until the request is done. */
async function carryOut(it: Installation, kind: 'access' | 'erase', person: number): Promise<number> {
  const began = performance.now();
  await subjectRequests(it.to('identification')).carryOut(kind, { dni: dniOf(person) });
  return performance.now() - began;
}

async function measure(it: Installation): Promise<void> {
  // The company and the app of the campaigns.
  await fillDevices(it, 0);
  await registerPersons(it);
  await sendCampaigns(it);
  const times = { access: [] as number[], erase: [] as number[] };
  for (let person = 0; person < persons!; person++)
    for (const kind of ['access', 'erase'] as const) times[kind].push(await carryOut(it, kind, person));
  const head = [`${devices} devices, ${devices! * campaigns!} deliveries`, 'median ms', 'p95', 'max'];
  const rows = Object.entries(times).map(([kind, one]) => [kind, ...quantiles(one)]);
  console.log(table(head, rows));
  const left = await it.database('notifications').collection('campaign_deliveries').countDocuments();
  console.log(`${left} deliveries are left`);
}

void runOnInstallation({ programs: { platform: Object.keys(services) as ServiceName[] } }, measure);
