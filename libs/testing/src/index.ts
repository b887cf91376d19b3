export { eventually } from './eventually';
export { otherService, type OtherService } from './other-service';
export type { Request, RequestOptions, Response } from './request';
export { startForTest, type Tested, type TokenClaims } from './start-for-test';
