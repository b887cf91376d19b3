import { holdsCompany, type Caller } from '@herald/auth';
import type { KnownApp } from '@herald/client';
import { deviceRegistered, normalDni, type DeviceRegistered } from '@herald/contracts';
import { created, notFound, respondWith, route } from '@herald/http';
import { clockSlackMs, updateMatching } from '@herald/persistence';
import type { IdentificationDeps } from '../deps';
import { devices, type Device } from './device.model';
import {
  digestOf,
  isRepeated,
  mergeReport,
  ownerOf,
  personOf,
  withoutReport,
  type DeviceReport,
} from './device-report';
import { registration, type Registration } from './registration.schema';

export const registerDevice = route('POST /identification/api/v1/device', {
  summary: 'Register a device',
  description:
    'An app calls it at each start. ' +
    "A device's own token fills blanks of the person it names and changes what the device reported before. To change " +
    'what others reported, or to become the last device of a known person, the token needs the same `dni` as a claim. ' +
    'What is not taken over is kept as a claim for operators. The answer does not depend on it. A token without ' +
    "`core_id` is an operator's.",
  scope: 'identification:write',
  resource: 'Device',
  body: registration,
  company: 'body.company_id',
  device: ({ body }) => body.core_id,
  returns: created(devices.answer, { envelopeKey: 'device', others: { 200: 'Updated: the device was known' } }),
  errors: { 404: 'The company has no such app' },
  example: {
    body: {
      core_id: 'my-phone',
      core_id_type: 'gsf',
      company_id: 1,
      characteristics: { brand: 'Acme', model: 'One', system_name: 'android', system_version: '33', emulator: 'false' },
      location: [-70.65, -33.45],
      app: { bundle_id: 'com.demo.wallet', version: '2.0.1', tags: { plan: 'gold' } },
      person: { dni: '12.345.678-K', name: 'Ana', lastname: 'Rojas' },
    },
  },
  async handle({ body, caller, note }, deps: IdentificationDeps) {
    const app = await deps.findApp(body.company_id, body.app.bundle_id, body.app.flavor_id);
    if (!app) throw notFound({ message: 'App not found.' });
    const turn = JSON.stringify([body.core_id, body.company_id]);
    const { device, outcome } = await deps.limitPerDevice(turn, () => register({ body, app, caller }, deps));
    if (outcome === 'repeated') note({ isUnchanged: true });
    const answer = devices.toAnswer(device);
    return outcome === 'new' ? answer : respondWith(200, 'Updated', answer);
  },
});

type Request = { body: Registration; app: KnownApp; caller: Caller };
type Registered = { device: Device; outcome: 'new' | 'changed' | 'repeated' };

/**
 * Publishes a report before it stores it: the message of a stored report can no longer be lost, and a request that
 * failed in between is published again when the app repeats it.
 */
async function register(request: Request, deps: IdentificationDeps): Promise<Registered> {
  const { body, app, caller } = request;
  const { core_id, company_id } = body;
  const person = personOf(body);
  const known = await deps.findKnown({ core_id, company_id, person });
  const source = sourceOf(request, known.device);
  const report = { body, app_id: app.id, ...source, at: timeAfter(known.device), digest: digestOf(body, app, source) };
  const rivals = known.rivals.filter((rival) => holdsCompany(caller, rival.company_id));
  if (isRepeated({ ...known, rivals }, report, deps.lastSeenMs)) return { device: known.device!, outcome: 'repeated' };
  const id = known.device?.id ?? (await deps.nextDeviceId());
  const block = ownerOf(known.device ?? {}, report).block;
  await deps.emit(deviceRegistered, withBlock(toMessage(request, { ...report, id }), block));
  const change = (device: Device | undefined) => {
    const merged = mergeReport(device, { ...report, id });
    return isNewer(merged.block, block) ? { ...merged, ...withoutReport(merged, report) } : merged;
  };
  const { before, after } = await deps.updateDevice({ core_id, company_id }, change, { record: known.device });
  // Meanwhile another process stored the device under another id, or it was blocked: the services are told.
  if (after!.id !== id || isNewer(after!.block, block)) return register(request, deps);
  await unmarkRivals(after!, known.rivals, deps);
  return { device: after!, outcome: before ? 'changed' : 'new' };
}

const isNewer = (block: Device['block'], told: Device['block']) =>
  block !== undefined && !(told && told.at >= block.at);

/** Reports of one device are ordered by their times: no two have the same. */
function timeAfter(device: Device | undefined): Date {
  const now = Date.now();
  const last = device?.reported_at.getTime() ?? 0;
  return new Date(last >= now && last - now < clockSlackMs ? last + 1 : now);
}

/** The person's other devices in the company are no longer the last one. */
async function unmarkRivals(
  { last_of, company_id, core_id, person_at }: Device,
  rivals: Device[],
  deps: IdentificationDeps,
) {
  if (last_of === undefined || !rivals.some((rival) => rival.company_id === company_id)) return;
  const older = { last_of, company_id, core_id: { $ne: core_id }, person_at: { $lt: person_at } };
  await updateMatching(deps.Device, older, { $unset: { last_of: 1 }, $inc: { revision: 1 } });
}

/** A device's own token reports for the person only when it proves the dni of the report. */
function sourceOf({ body: { person }, caller: { coreId, dni } }: Request, device: Device | undefined) {
  if (coreId === undefined) return { saidBy: 'operator' } as const;
  if (dni !== undefined && person?.dni === normalDni(dni)) return { saidBy: 'person' } as const;
  const isConfirmed = device?.person_dni !== undefined && device.person_dni === person?.dni;
  return { saidBy: 'device', isConfirmed } as const;
}

function toMessage(
  { body, app }: Request,
  { at, id, saidBy, isConfirmed }: DeviceReport & { isConfirmed?: boolean },
): DeviceRegistered {
  const { bundle_id, flavor_id } = app;
  return {
    ...body,
    app: { ...body.app, app_id: app.id, bundle_id, flavor_id },
    person: body.person && withoutEmpty(body.person),
    device_id: id,
    said_by: saidBy,
    ...(isConfirmed ? { is_confirmed: true } : {}),
    reported_at: at.toISOString(),
  };
}

export const withBlock = (message: DeviceRegistered, block: Device['block']): DeviceRegistered =>
  block ? { ...message, block: { is: block.is, at: block.at.toISOString() } } : message;

function withoutEmpty<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '')) as Partial<T>;
}
