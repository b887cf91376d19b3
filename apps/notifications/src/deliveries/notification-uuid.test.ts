import { v5 } from 'uuid';
import { campaignNotificationUuid, isOfCampaign, notificationUuid } from './notification-uuid';

const campaign = '01932f3c-6f1a-7c42-9d0e-5b8a4c7b6f3f';

describe('the uuid of a notification of a campaign', () => {
  test.each(['demo-00', '4f6f8f3e-1d1b-4b52-9d4c-0a4c7b6f3f10', 'ñandú-📱', '', 'x'.repeat(128)])(
    'is the name-based one of campaign and device behind the prefix of the campaign: %s',
    (coreId) => {
      const named = v5(coreId, campaign);
      const uuid = campaignNotificationUuid(campaign, coreId);
      expect(uuid).toBe(`01932f3c-6f1a-8${named.slice(15)}`);
      expect([isOfCampaign(uuid), isOfCampaign(notificationUuid(campaign, coreId))]).toEqual([true, false]);
    },
  );

  test('stays the same in all versions: devices report it', () => {
    expect(campaignNotificationUuid(campaign, 'demo-00')).toBe('01932f3c-6f1a-8f25-a507-fcea393a7874');
  });
});
