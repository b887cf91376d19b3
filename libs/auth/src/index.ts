export { callerFrom, holdsCompany, holdsScope, onlyCompany, type Caller } from './caller';
export { keyServer, type KeyServer, type KeyServerOptions } from './key-server';
export { publicKey, secretKey, KeysUnavailable, type FindKey } from './keys';
export { isForwarded, serviceTokenIssuer, serviceTokens } from './service-tokens';
export { signToken, type TokenRequest } from './sign-token';
export { tokenVerifier, type Arrival, type TokenIssuer, type VerifyToken } from './verify-token';
