import { Link } from '@tanstack/react-router';
import { useLanguage } from '../language/language';
import { CopyableId } from '../parts/copyable-id';
import { Fact, Facts } from '../parts/facts';
import { Moment } from '../parts/moment';
import type { Campaign } from './queries';

/** What the campaign was created with. */
export function Details({ campaign }: { campaign: Campaign }) {
  const { t, number } = useLanguage();
  const { application_name, segment_id, message_id, rate, finish_date, created_at, retry_of } = campaign;
  return (
    <Facts title={t.details}>
      <Fact name={t.application}>{application_name}</Fact>
      <Fact name={t.created}>
        <Moment at={created_at} />
      </Fact>
      <Fact name={t.finishDate}>{finish_date ? <Moment at={finish_date} /> : t.noDate}</Fact>
      <Fact name={t.rateLimit}>{rate ? t.perSecond(number(rate)) : t.noLimit}</Fact>
      {retry_of ? (
        <Fact name={t.campaignScreen.retryOf}>
          <Link to="/campaigns/$uuid" params={{ uuid: retry_of }} className="link">
            {retry_of}
          </Link>
        </Fact>
      ) : (
        <Fact name={segment_id ? t.segment : t.audience}>
          {segment_id ? <CopyableId id={segment_id} /> : t.namedDevices}
        </Fact>
      )}
      <Fact name={t.message}>
        <CopyableId id={message_id} />
      </Fact>
    </Facts>
  );
}
