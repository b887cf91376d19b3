import { companyClient } from '@herald/client';
import { invalid } from '@herald/http';
import type { ServiceContext } from '@herald/service';
import { channelModel } from './channel.model';
import { coreFeedModel } from './core-feed.model';

export type ChannelsDeps = ReturnType<typeof channelsDeps>;

export function channelsDeps({ database, call }: ServiceContext<object>) {
  const { findCompany } = companyClient(call('company'));
  return {
    CoreFeed: coreFeedModel(database),
    Channel: channelModel(database),
    /** Refuses a company that nobody made. */
    async companyMustExist(id: string) {
      if (!(await findCompany(id))) throw invalid({ errors: { company_id: ['is not valid'] } });
    },
  };
}
