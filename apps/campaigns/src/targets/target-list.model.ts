import { integer, list, object, oneOf, optional, string, timestamp, type TypeOf } from '@herald/contracts';
import { record, type Stored } from '@herald/persistence';

export const targetStatuses = ['pending', 'sended', 'fails'] as const;
export const targetStatus = () => oneOf(...targetStatuses);
export type TargetStatus = TypeOf<ReturnType<typeof targetStatus>>;

/** An outcome that some devices of a batch share. */
const settlement = object({
  status: oneOf('sended', 'fails'),
  /** Why it failed, in the provider's words. */
  reason: optional(string().allow('')),
  settled_at: timestamp(),
  /** How many devices have it. */
  devices: integer(),
});
export type Settlement = TypeOf<typeof settlement>;

/** The targets of a batch and what became of each: written some times for hundreds of devices. */
export const targetLists = record('target_lists', {
  internal: {
    /** The batch's id. */
    _id: string(),
    campaign_uuid: string(),
    /** Absent where the entries hold them as long. */
    core_ids: optional(list(string())),
    entries_id: optional(string()),
    settlements: list(settlement),
    /** A character for each device, in the order of its `core_ids`: its settlement, or a blank while it is pending. */
    settled: string(),
    revision: optional(integer()),
  },
  personal: ['core_ids'],
  impersonal: ['_id', 'campaign_uuid', 'entries_id', 'settlements', 'settled', 'revision'],
  indexes: [[{ campaign_uuid: 1 }]],
  shardKey: ['_id'],
});
export type StoredList = Stored<typeof targetLists>;
/** With its devices, wherever they are stored. */
export type TargetList = StoredList & { core_ids: string[] };

/** A blank, and after it a character for each settlement. A batch has no more of them than devices. */
const firstCode = ' '.charCodeAt(0);
const blank = String.fromCharCode(firstCode);

export function newTargetList(_id: string, campaign_uuid: string, core_ids: string[]): TargetList {
  return { ...blankList(_id, campaign_uuid, core_ids.length), core_ids };
}

/** The list of a batch whose devices stand in its entries alone. */
export function newListOf(entries_id: string, batch: { _id: string; campaign_uuid: string; size: number }): StoredList {
  return { ...blankList(batch._id, batch.campaign_uuid, batch.size), entries_id };
}

function blankList(_id: string, campaign_uuid: string, size: number): StoredList {
  return { _id, campaign_uuid, settlements: [], settled: blank.repeat(size) };
}

/** Of a list all but its devices. */
type Settling = Pick<TargetList, 'settled' | 'settlements'>;

const settlementAt = ({ settled, settlements }: Settling, place: number): Settlement | undefined =>
  settlements[settled.charCodeAt(place) - firstCode - 1];

export const statusAt = (targets: Settling, place: number): TargetStatus =>
  settlementAt(targets, place)?.status ?? 'pending';

export const pending = { status: 'pending' as const, reason: null, settled_at: null };

/** What became of a device so far. */
export function outcomeAt(targets: Settling, place: number) {
  const settlement = settlementAt(targets, place);
  return settlement
    ? { status: settlement.status, reason: settlement.reason ?? null, settled_at: settlement.settled_at }
    : pending;
}

/** The outcome of the devices at some places. */
export type Outcome = Pick<Settlement, 'status' | 'reason' | 'settled_at'> & { places: number[] };

/** The list with these outcomes. A device that is settled stays as it is; without a change it is the same list. */
export function withOutcomes<List extends Settling>(targets: List, outcomes: Outcome[]): List {
  const settled = targets.settled.split('');
  const settlements = [...targets.settlements];
  for (const { places, ...outcome } of outcomes) {
    const mark = String.fromCharCode(firstCode + settlements.length + 1);
    let devices = 0;
    for (const place of places) {
      if (settled[place] !== blank) continue;
      settled[place] = mark;
      devices++;
    }
    if (devices > 0) settlements.push({ ...outcome, devices });
  }
  if (settlements.length === targets.settlements.length) return targets;
  return { ...targets, settled: settled.join(''), settlements };
}

/** How many targets have each outcome. */
export type Settled = { sended: number; fails: number };

export function countSettled({ settlements }: Pick<TargetList, 'settlements'>): Settled {
  const countOf = (status: TargetStatus) =>
    settlements.reduce((sum, one) => (one.status === status ? sum + one.devices : sum), 0);
  return { sended: countOf('sended'), fails: countOf('fails') };
}
