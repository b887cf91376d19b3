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
export {
  mergeNewer,
  type FieldTimes,
  type Merged,
  type Provenance,
  type Unproven,
  type Update,
} from './last-write-wins';
export { messageType, type Message, type MessageType } from './message';
export {
  appCreated,
  deviceRegistered,
  identityUpdated,
  serviceLogged,
  type AppCreated,
  type DeviceRegistered,
  type FieldSaid,
  type IdentityField,
  type IdentityUpdated,
  type Person,
  type SaidBy,
  type ServiceLogged,
} from './messages';
export { newUuid } from './new-uuid';
export { services, type Family, type ServiceAddress, type ServiceName } from './services';
