export { callerFrom, holdsCompany, holdsScope, onlyCompany, type Caller } from './caller';
export { jwksKeys, publicKey, secretKey, KeysUnavailable, type FindKey } from './keys';
export { serviceTokens, signToken, type TokenRequest } from './sign-token';
export { tokenVerifier, type TokenIssuer, type VerifyToken } from './verify-token';
