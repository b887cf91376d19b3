export { connectBroker, newMessage, type Broker, type BrokerOptions, type Published } from './broker';
export { consumer, Unrecoverable, type Consumer } from './consumer';
export { BrokerDown } from './publisher';
export type { Handled } from './subscribe';
export { topologyOf } from './topology';
