export { startMongo } from './start-mongo';
