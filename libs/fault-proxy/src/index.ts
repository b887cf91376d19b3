export { halfOpenProxy, proxyOf, throughProxy, type HalfOpenProxy } from './half-open-proxy';
