export { consolePageHeaders } from './console-files';
export { consoleEnv, type ConsoleSettings } from './console-settings';
export {
  defineService,
  type Emit,
  type Job,
  type Service,
  type ServiceContext,
  type ServiceDefinition,
} from './define-service';
export { openDataDir } from './development';
export { developmentKeys } from './development-keys';
export { erasedHash } from './erased-hash';
export { createLogger, type Logger } from './logger';
export { homePage, homePageHeaders } from './home-page';
export { retentionOf } from './retention';
export { run } from './run';
export { databaseName, type Env, type HouseSettings } from './settings';
export { houseRecords, type Migration, type Schema } from './schema/schema';
export { start, type Started, type StartOptions } from './start';
export { StartError } from './start-error';
