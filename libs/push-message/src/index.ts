export {
  fillNotification,
  type CustomNotification,
  type NotificationBody,
  type NotificationButton,
  type PushData,
} from './custom-notification';
export { deliveryIds, withDeliveryIds, type DeliveryIds } from './delivery-ids';
export { TooLongToFill, fillTemplate } from './fill-template';
export { payloadLimit, payloadSizes, tooLargeFor, type PayloadSizes } from './payload-sizes';
export { templateVariables, type TemplateVariables } from './variables';
