/** The envelope family of a path's answers. */
export type Family = 'A' | 'B' | 'C';

/** The address of a service. */
export type ServiceAddress = { prefix: string; family: Family; port: number };

/** All services. `port` is the default of a service that runs alone. */
export const services = {
  sapien: { prefix: '/sapien', family: 'A', port: 8101 },
  'core-idp': { prefix: '/core-idp', family: 'A', port: 8102 },
  identification: { prefix: '/identification', family: 'B', port: 8103 },
  index: { prefix: '/index', family: 'A', port: 8104 },
  company: { prefix: '/company', family: 'B', port: 8105 },
  'message-persistance': { prefix: '/message-persistance', family: 'A', port: 8106 },
  campaigns: { prefix: '/campaigns', family: 'A', port: 8107 },
  notifications: { prefix: '/notifications', family: 'C', port: 8108 },
  channels: { prefix: '/channels', family: 'A', port: 8109 },
  audit: { prefix: '/audit', family: 'B', port: 8110 },
  chronos: { prefix: '/chronos', family: 'A', port: 8111 },
  events: { prefix: '/events', family: 'A', port: 8112 },
} as const satisfies Record<string, ServiceAddress>;

export type ServiceName = keyof typeof services;
