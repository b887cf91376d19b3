export { deliveriesOf, pushUuid, settledDeliveriesOf } from './campaign-deliveries';
export { downloadArchive } from './archive';
export { bundle, campaignOver, fillDevices, type Audience, type StartCampaign } from './audience';
export { eventually } from './eventually';
export { freePort } from './free-port';
export {
  startInstallation,
  startSimulators,
  type Installation,
  type InstallationOptions,
  type Program,
} from './installation';
export { otherService, type OtherService } from './other-service';
export { requester, type Request, type RequestOptions, type Response } from './request';
export { startForTest, type Tested, type TokenClaims } from './start-for-test';
export { programFlags, startNode, startProcess, type Process, type ProcessOptions } from './process';
export { subjectRequests, type SubjectRequest } from './subject-requests';
export { targetCounts } from './target-counts';
