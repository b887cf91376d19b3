import { created, invalid, route, type Problem } from '@herald/http';
import Joi from 'joi';
import { coreFeedShape, toCoreFeed, type CoreFeed } from './core-feed.model';
import type { ChannelsDeps } from './deps';
import { blankMessage, filledCompanyId, filledText } from './filled';

const noBody = ({ field }: Problem) => field === 'body';
const allBlank = { company_id: [blankMessage], name: [blankMessage] };

export const createCoreFeed = route('POST /channels/v1/core_feed', {
  summary: 'Create a core feed: a type of message for channels',
  scope: 'channels:write',
  resource: 'CoreFeed',
  errorResource: 'Core_feed',
  body: Joi.object<Pick<CoreFeed, 'company_id' | 'name'>>({ company_id: filledCompanyId(), name: filledText() }),
  company: 'body.company_id',
  invalid: (problems) => (problems.some(noBody) ? invalid({ errors: allBlank }) : undefined),
  returns: created(coreFeedShape),
  errors: { 422: 'A field is blank or wrong, or there is no such company' },
  example: { body: { company_id: 1, name: 'News' } },
  async handle({ body, uuid }, { CoreFeed, companyMustExist }: ChannelsDeps) {
    await companyMustExist(body.company_id);
    return toCoreFeed((await CoreFeed.create({ ...body, uuid })).toObject());
  },
});
