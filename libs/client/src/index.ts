export { DependencyDown } from './breaker';
export { serviceCaller, type CallService } from './call-service';
export { companyClient, type CompanyClient, type KnownApp, type KnownCompany } from './company';
export {
  indexClient,
  type DevicePage,
  type DevicePageRequest,
  type IndexClient,
  type KnownDevice,
} from './index-service';
