import type { Alarm } from './alarm';

const oldest = 'herald_subject_request_oldest_seconds';

export const privacyAlarms: Alarm[] = [
  {
    name: 'HeraldSubjectRequestStands',
    expr: `max(${oldest}) > 3600`,
    for: '10m',
    severity: 'ticket',
    summary: 'A request of a person waits for the answer of a service for more than an hour',
    runbook: 'a-request-of-a-person-stands-still',
    fires: { at: '15m', series: { [oldest]: '3700+60x20' } },
    quiet: { at: '15m', series: { [oldest]: '60+60x20' } },
  },
  {
    name: 'HeraldSubjectRequestLate',
    expr: `max(${oldest}) > 25 * 86400`,
    for: '10m',
    severity: 'page',
    summary: 'A request of a person is due within five days',
    runbook: 'a-request-of-a-person-stands-still',
    fires: { at: '15m', series: { [oldest]: '2160001+60x20' } },
    quiet: { at: '15m', series: { [oldest]: '2000000+60x20' } },
  },
];
