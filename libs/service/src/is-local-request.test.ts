import { isLocalRequest } from './is-local-request';

const from = (headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
  isLocalRequest({ headers: { host: '127.0.0.1:8080', ...headers }, socket: { remoteAddress } } as never);

it.each([
  [{}, '127.0.0.1'],
  [{ host: 'localhost:8080' }, '::1'],
  [{ host: '[::1]:8080' }, '::ffff:127.0.0.1'],
  [{ origin: 'http://localhost:8080', 'sec-fetch-site': 'same-origin' }, '127.0.0.1'],
])('serves a request of this machine: %j', (headers, address) => {
  expect(from(headers, address)).toBe(true);
});

it.each([
  ['another machine', {}, '10.0.0.7'],
  ['a name that was made to point here', { host: 'evil.example:8080' }, '127.0.0.1'],
  ['a name that begins like ours', { host: '127.0.0.1.evil.example' }, '127.0.0.1'],
  ['no host', { host: '' }, '127.0.0.1'],
  ['a page of another site', { origin: 'https://evil.example' }, '127.0.0.1'],
  ['a page without an origin', { origin: 'null' }, '127.0.0.1'],
  ['an image of another site', { 'sec-fetch-site': 'cross-site' }, '127.0.0.1'],
  ['a proxy (X-Forwarded-For)', { 'x-forwarded-for': '203.0.113.9' }, '127.0.0.1'],
  ['a proxy (Via)', { via: '1.1 proxy' }, '127.0.0.1'],
  ['a proxy (Forwarded)', { forwarded: 'for=203.0.113.9' }, '127.0.0.1'],
  ['a proxy (X-Real-IP)', { 'x-real-ip': '203.0.113.9' }, '127.0.0.1'],
])('refuses %s', (_, headers, address) => {
  expect(from(headers, address)).toBe(false);
});
