export { DependencyDown } from './breaker';
export { notificationsClient, type KnownDelivery } from './notifications';
export { serviceCaller, type CallOptions, type CallService } from './call-service';
export { companyClient, type CompanyClient, type KnownApp, type KnownCompany } from './company';
export type { DevicePage, DevicePageRequest, KnownDevice } from './device-page';
export { indexClient, type IndexClient } from './index-service';
export {
  messageClient,
  segmentClient,
  type KnownMessage,
  type KnownSegment,
  type MessageClient,
  type SegmentClient,
  type SegmentPageRequest,
} from './message-persistance';
