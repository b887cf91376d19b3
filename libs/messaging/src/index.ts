export { connectBroker, MessageTooLarge, newMessage, type Broker, type BrokerOptions, type Published } from './broker';
export { RetryAfter, consumer, Unrecoverable, type Consumer } from './consumer';
export { deadLetters, UnknownQueue, type DeadLetter, type DeadLetterFilter, type DeadLetters } from './dead-letters';
export { MigrationRefused, migrateQueues, type QueueToMove } from './migrate-queues';
export { BrokerDown } from './publisher';
export type { Decide, Rewritten } from './rewrite-queue';
export type { Handled } from './subscribe';
export type { QueueType } from './queue-type';
export { consumerTopology, retryWaits, sharedTopology, topologyOf } from './topology';
