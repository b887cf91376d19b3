import { boolean, integer, oneOf, string } from '@herald/contracts';
import { record } from '@herald/persistence';

/** How the users of a company are told apart. */
export const identifiedBy = () => oneOf('email', 'username', 'document');

export const companies = record('companies', {
  fields: {
    id: integer(),
    uuid: string(),
    name: string(),
    identified_by: identifiedBy(),
    status: boolean(),
  },
  personal: [],
  impersonal: ['id', 'uuid', 'name', 'identified_by', 'status'],
  indexes: [
    [{ id: 1 }, { unique: true }],
    [{ uuid: 1 }, { unique: true }],
  ],
  timestamps: true,
});
