export { eventually } from './eventually';
export { freePort } from './free-port';
export { otherService, type OtherService } from './other-service';
export type { Request, RequestOptions, Response } from './request';
export { startForTest, type Tested, type TokenClaims } from './start-for-test';
