import { nullable, string, timestamp } from '@herald/contracts';
import { record, type Stored } from '@herald/persistence';

/** Holds that keep what is stored of a person from being erased; a lifted one stays until the person is erased. */
export const legalHolds = record('legal_holds', {
  fields: {
    company_id: string(),
    dni: string(),
    reason: string(),
    lifted_at: nullable(timestamp()),
    lift_reason: nullable(string()),
  },
  personal: ['dni', 'reason', 'lift_reason'],
  impersonal: ['company_id', 'lifted_at'],
  indexes: [
    // One hold of a company is in force for a person.
    [
      { dni: 1, company_id: 1 },
      { unique: true, partialFilterExpression: { lifted_at: null }, name: 'one_in_force' },
    ],
    [{ company_id: 1, created_at: -1 }],
  ],
  shardKey: ['dni'],
  timestamps: true,
});
export type LegalHold = Stored<typeof legalHolds>;
