export { failureBody, successBody, type Failure, type FieldErrors, type Paging, type Success } from './bodies';
export {
  campaignExpanding,
  campaignStopped,
  deliveryActions,
  deliveryReported,
  deliveryResults,
  pushBatch,
  type CampaignExpanding,
  type CampaignStopped,
  type DeliveryAction,
  type DeliveryReported,
  type DeliveryResults,
  type PushBatch,
} from './campaign-messages';
export {
  companyId,
  dni,
  email,
  freeObject,
  hexColour,
  httpAddress,
  line,
  normalDni,
  text,
  timestamp,
  uuid,
} from './fields';
export { messageType, type Message, type MessageType } from './message';
export {
  appCreated,
  deviceRegistered,
  identityUpdated,
  serviceLogged,
  type AppCreated,
  type DeviceRegistered,
  type IdentityUpdated,
  type Person,
  type ServiceLogged,
} from './messages';
export { newUuid } from './new-uuid';
export { services, type Family, type ServiceAddress, type ServiceName } from './services';
