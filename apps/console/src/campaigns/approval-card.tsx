import { Alert, Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { queryClient } from '../api';
import { useLanguage } from '../language/language';
import { ConfirmByNumber } from '../parts/confirm-by-number';
import { Failure } from '../parts/failure';
import { Moment } from '../parts/moment';
import { useSession } from '../session';
import { decideApproval, type Campaign } from './queries';

type Approval = NonNullable<Campaign['approval']>;
type ApprovalProps = { campaign: Campaign; approval: Approval };

/** What a second person decides, or has decided, about the campaign. */
export function ApprovalCard({ campaign, approval }: ApprovalProps) {
  const { t } = useLanguage();
  const texts = t.campaignScreen;
  const { status, requested_by, decided_by, decided_at } = approval;
  if (status === 'pending' && !campaign.terminated) return <Pending campaign={campaign} approval={approval} />;
  const said = {
    approved: texts.approvedBy(decided_by ?? ''),
    rejected: texts.rejectedBy(decided_by ?? ''),
    expired: texts.expired,
    pending: texts.stoppedBefore,
  };
  return (
    <Text size="sm" mb="md">
      {texts.requestedBy(requested_by)} {said[status]} {decided_at && <Moment at={decided_at} />}
    </Text>
  );
}

function Pending({ campaign: { uuid }, approval: { requested_by, devices, expires_at } }: ApprovalProps) {
  const { t, number } = useLanguage();
  const texts = t.campaignScreen;
  const isAuthor = useSession()?.subject === requested_by;
  const decide = useMutation({
    mutationFn: (decision: 'approve' | 'reject') => decideApproval(uuid, decision),
    onSettled: () => queryClient.invalidateQueries(),
  });
  return (
    <Alert color="indigo" variant="light" mb="md" title={texts.needsApproval}>
      <Text size="sm">
        {texts.requestedBy(requested_by)} {texts.forDevices(number(devices))} {texts.until} <Moment at={expires_at} />
      </Text>
      {isAuthor && (
        <Text size="sm" mt={4}>
          {texts.authorHint}
        </Text>
      )}
      {!isAuthor && (
        <Group mt="sm" gap="sm">
          <ConfirmByNumber
            button={texts.approve}
            title={texts.approveTitle}
            hint={texts.approveHint(number(devices))}
            count={devices}
            send={() => decide.mutateAsync('approve')}
          />
          <Button variant="default" loading={decide.isPending} onClick={() => decide.mutate('reject')}>
            {texts.reject}
          </Button>
        </Group>
      )}
      {decide.error && <Failure error={decide.error} />}
    </Alert>
  );
}
