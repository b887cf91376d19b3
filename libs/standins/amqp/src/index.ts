export { startAmqp } from './start-amqp';
