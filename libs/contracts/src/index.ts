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
  daysOrForever,
  dni,
  email,
  freeObject,
  hexColour,
  httpAddress,
  dateTime,
  isoDate,
  isTimestamp,
  line,
  normalDni,
  text,
  timestamp,
  uuid,
} from './fields';
export { allMessages } from './all-messages';
export { devicesUnseen } from './devices-unseen';
export { requireEachOnce, type Distinct, type EachOnce } from './each-once';
export { exampleIds, type ExampleName } from './example-ids';
export {
  mergeNewer,
  provenance,
  type FieldTimes,
  type Merged,
  type Provenance,
  type Unproven,
  type Update,
} from './last-write-wins';
export {
  envelopeFields,
  message,
  traceContext,
  type DataOf,
  type ErasedNames,
  type Message,
  type MessageType,
} from './message';
export {
  deviceRegistered,
  deviceUpdated,
  identityUpdated,
  serviceLogged,
  type DeviceRegistered,
  type FieldSaid,
  type IdentityField,
  type IdentityUpdated,
  type Person,
  type SaidBy,
  type ServiceLogRecord,
} from './messages';
export { retentionOfKind, retentionReported, type RetentionOfKind, type RetentionReported } from './retention-messages';
export {
  anyList,
  anyObject,
  anyOf,
  boolean,
  eachOptional,
  integer,
  json,
  list,
  mapOf,
  named,
  nullable,
  number,
  object,
  oneOf,
  optional,
  pick,
  string,
  tuple,
  withDefault,
  withKeyDefaults,
  type Fields,
  type ObjectOf,
  type Optional,
  type Schema,
  type TypeOf,
} from './schema';
export {
  sentParts,
  subjectAnswered,
  subjectCollected,
  subjectHandles,
  subjectRequested,
  subjectSteps,
  title,
  type PartsOfService,
  type SubjectAnswered,
  type SubjectCollected,
  type SubjectFile,
  type SubjectRequested,
  type Title,
} from './subject-messages';
export { services, type Family, type ServiceAddress, type ServiceName } from './services';
export { validator } from './quick-check/validator';
