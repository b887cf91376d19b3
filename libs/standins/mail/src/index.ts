export type { Mail } from './mail';
export { startMail } from './start-mail';
