export { DeadlineExceeded, withDeadline } from './with-deadline';
