import { companyClient } from '@herald/client';
import { invalid } from '@herald/http';
import type { ServiceContext } from '@herald/service';
import { channels } from './channel.model';
import { coreFeeds } from './core-feed.model';

export type ChannelsDeps = ReturnType<typeof channelsDeps>;

export function channelsDeps({ database, call }: ServiceContext<object>) {
  const { findCompany } = companyClient(call('company'));
  return {
    CoreFeed: coreFeeds.model(database),
    Channel: channels.model(database),
    /** Throws 422 for a company that does not exist. */
    async assertCompanyExists(id: string) {
      if (!(await findCompany(id))) throw invalid({ errors: { company_id: ['is not valid'] } });
    },
  };
}
