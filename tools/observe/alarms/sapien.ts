import type { Alarm } from './alarm';

const refusals = (reason: string) => `herald_sapien_refusals_total{reason="${reason}"}`;

export const sapienAlarms: Alarm[] = [
  {
    name: 'HeraldSapienFull',
    expr: 'sum(increase(herald_sapien_refusals_total{reason="no_slot"}[10m])) > 0',
    for: '10m',
    severity: 'ticket',
    summary: 'Identity cards are refused because too many are being read',
    runbook: 'sapien-is-full',
    fires: { at: '25m', series: { [refusals('no_slot')]: '0+1x40' } },
    quiet: { at: '25m', series: { [refusals('no_slot')]: '0x5 3x40', [refusals('conflict')]: '0+1x40' } },
  },
  {
    name: 'HeraldSapienReaderFails',
    expr: 'sum(increase(herald_sapien_refusals_total{reason=~"timed_out|reader_failed"}[15m])) > 3',
    for: '0m',
    severity: 'ticket',
    summary: 'Several identity cards could not be read because readers failed or took too long',
    runbook: 'readers-of-cards-fail',
    fires: { at: '20m', series: { [refusals('reader_failed')]: '0+1x30' } },
    quiet: { at: '20m', series: { [refusals('reader_failed')]: '0x15 1x15' } },
  },
];
