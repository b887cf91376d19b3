import {
  anyObject,
  boolean,
  integer,
  mapOf,
  number,
  object,
  optional,
  string,
  timestamp,
  tuple,
} from '@herald/contracts';
import { record, type Stored } from '@herald/persistence';
import { blockField } from '@herald/subjects';

/** Devices as they register: one record for each company that knows a device. */
export const devices = record('devices', {
  fields: {
    id: integer(),
    core_id: string(),
    characteristics: anyObject(),
    status: boolean(),
    core_id_type: string().allow(''),
  },
  internal: {
    company_id: string(),
    location: optional(tuple(number(), number())),
    /** The normalized dni of the person, as an operator or a device with proof last reported it. */
    person_dni: optional(string()),
    /** The time of that report; devices that were stored before it was kept have none. */
    person_at: optional(timestamp()),
    /** The normalized dni of the person, as the device last reported it without proof. */
    said_dni: optional(string()),
    reported_at: timestamp(),
    /**
     * The person (dni, else e-mail) whose newest proven report in this company came from this device. Of two devices
     * with the same mark, `person_at` decides.
     */
    last_of: optional(string()),
    block: blockField(),
    /** What each app last reported, as a digest, by its app_id: a report that repeats it says nothing new. */
    reports: optional(mapOf(object({ digest: string(), at: timestamp() }))),
    /** Devices that were stored before it was kept have none. */
    revision: optional(integer()),
  },
  personal: [
    'id',
    'core_id',
    'characteristics',
    'core_id_type',
    'location',
    'person_dni',
    'said_dni',
    'last_of',
    'block',
    'reports',
  ],
  impersonal: ['status', 'company_id', 'person_at', 'reported_at', 'revision'],
  indexes: [
    [{ core_id: 1, company_id: 1 }, { unique: true }],
    [{ person_dni: 1, person_at: -1, reported_at: -1, company_id: 1 }],
    [{ last_of: 1 }, { sparse: true }],
    // The retention looks for devices that have not reported for long.
    [{ reported_at: 1 }],
    // An erasure looks for devices that named the person without proof.
    [{ said_dni: 1 }, { sparse: true }],
  ],
  // The id comes from a sequence, and nothing is looked up by it.
  shardKey: ['core_id'],
  timestamps: true,
});
export type Device = Stored<typeof devices>;
