export type { DevelopmentPage, DevelopmentPages } from './development-page';
export { pushSettings, type PushSettings } from './push-settings';
export { startPush, type Push, type PushMessage, type PushScript, type Totals } from './start-push';
