import type { Tested } from '@herald/testing';

export const path = '/index/v1/systemic_tag_value';

/** A tag value as a caller sends it. */
export const gold = {
  company_id: 1,
  systemic_tag_name: 'client_type',
  name: 'Gold',
  description: 'the best',
  color: '#ffd700',
};

/** Creates a tag value; gives it as it was answered. */
export const createdBy = async (herald: Tested, body: object = gold) =>
  (await herald.as()(`POST ${path}`, { body })).body.data;
