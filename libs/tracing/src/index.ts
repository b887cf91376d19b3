export { currentRequestId, requestIdFrom, withRequestId } from './request-id';
