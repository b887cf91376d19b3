export { halfOpenProxy, proxyOf, throughProxy, type HalfOpenProxy } from './half-open-proxy';
export { replicaSetProxy, type ReplicaSetProxy } from './replica-set-proxy';
