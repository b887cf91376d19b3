import { object } from '@herald/contracts';
import { created, invalid, route, whenInvalid, type Problem } from '@herald/http';
import { coreFeedView } from './core-feed.model';
import type { ChannelsDeps } from './deps';
import { blankMessage, filledCompanyId, filledText } from './filled';

const noBody = ({ field }: Problem) => field === 'body';
const allBlank = { company_id: [blankMessage], name: [blankMessage] };

export const createCoreFeed = route('POST /channels/v1/core_feed', {
  summary: 'Create a core feed',
  description: 'A core feed is a type of message that channels carry.',
  scope: 'channels:write',
  resource: { success: 'CoreFeed', error: 'Core_feed' },
  body: object({ company_id: filledCompanyId(), name: filledText() }),
  company: 'body.company_id',
  guards: [whenInvalid((problems) => (problems.some(noBody) ? invalid({ errors: allBlank }) : undefined))],
  returns: created(coreFeedView.answer),
  errors: { 422: 'A field is blank or wrong, or the company does not exist' },
  example: { body: { company_id: 1, name: 'News' } },
  async handle({ body, uuid }, { CoreFeed, assertCompanyExists }: ChannelsDeps) {
    await assertCompanyExists(body.company_id);
    return coreFeedView.toAnswer(await CoreFeed.create({ ...body, uuid }));
  },
});
