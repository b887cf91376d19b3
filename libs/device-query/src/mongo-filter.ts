import { containsText } from '@herald/persistence';
import { appConditions } from './app-conditions';
import { dateAttributes, textAttributes, type DeviceFilters } from './filters';
import { monthBefore } from './month-before';
import { trigramsOf } from './search-keys';
import { equalsAny, toList, within, type MongoFilter } from './conditions';

/** The database's filter for the devices that match. */
export function mongoFilterOf(filters: DeviceFilters, now = new Date()): MongoFilter {
  const conditions = [
    ...attributeConditions(filters),
    ...statusConditions(filters, now),
    ...appConditions(filters),
    ...searchConditions(filters),
  ];
  if (conditions.length <= 1) return conditions[0] ?? {};
  return { $and: conditions };
}

function attributeConditions(filters: DeviceFilters): MongoFilter[] {
  const { emulator } = filters;
  const texts = (['company_id', ...textAttributes] as const).filter((name) => filters[name] !== undefined);
  const dates = dateAttributes.filter((name) => filters[name] !== undefined);
  return [
    ...texts.map((name) => ({ [name]: equalsAny(filters[name]!) })),
    ...dates.map((name) => ({ [name]: within(filters[name]!) })),
    ...(emulator === undefined ? [] : [{ emulator: equalsAny(toList(emulator).map((one) => one === 'true')) }]),
  ];
}

/** Both states together are every device. */
function statusConditions({ status }: DeviceFilters, now: Date): MongoFilter[] {
  const wanted = toList(status);
  if (wanted.length !== 1) return [];
  const boundary = monthBefore(now);
  return [{ updated_at: wanted[0] ? { $gte: boundary } : { $lt: boundary } }];
}

function searchConditions({ search }: DeviceFilters): MongoFilter[] {
  const wanted = toList(search).map(searchCondition);
  if (wanted.length <= 1) return wanted;
  return [{ $or: wanted }];
}

/** This many trigrams narrow a search to few devices; more would only add cost. */
const maxTrigrams = 4;

/** The trigrams find candidates by their index; the expression decides. */
function searchCondition(part: string): MongoFilter {
  const trigrams = trigramsOf(part);
  const step = Math.max(1, Math.ceil(trigrams.length / maxTrigrams));
  const few = trigrams.filter((_trigram, at) => at % step === 0);
  const candidates = { trigrams: few.length === 1 ? few[0] : { $all: few } };
  if (part.length === 3) return candidates;
  return { ...candidates, $or: [{ core_id: containsText(part) }, { imei: containsText(part) }] };
}
