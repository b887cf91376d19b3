import { oneLine, type Alarm } from './alarm';

const job = 'service="campaigns",job_name="keep-going"';
const ofJob = { service: 'campaigns', job_name: 'keep-going' };

export const processAlarms: Alarm[] = [
  {
    name: 'HeraldProcessDown',
    expr: 'up{job="herald"} == 0',
    for: '2m',
    severity: 'page',
    summary: 'A process of Herald gives no metrics',
    runbook: 'a-process-is-down',
    fires: { at: '5m', series: { 'up{job="herald",app="index"}': '0x10' }, labels: { job: 'herald', app: 'index' } },
    quiet: { at: '5m', series: { 'up{job="herald",app="index"}': '1x10' } },
  },
  {
    name: 'HeraldMissing',
    expr: 'absent(herald_build_info)',
    for: '5m',
    severity: 'page',
    summary: 'No process of Herald is known to Prometheus',
    runbook: 'a-process-is-down',
    fires: { at: '10m', series: { 'up{job="other"}': '1x20' } },
    quiet: { at: '10m', series: { 'herald_build_info{version="1"}': '1x20' } },
  },
  {
    name: 'HeraldEventLoopBlocked',
    expr: 'nodejs_eventloop_lag_p99_seconds > 0.5',
    for: '10m',
    severity: 'ticket',
    summary: 'A process is too busy to answer in time',
    runbook: 'a-process-is-too-busy',
    fires: {
      at: '15m',
      series: { 'nodejs_eventloop_lag_p99_seconds{app="index"}': '0.9x20' },
      labels: { app: 'index' },
    },
    quiet: { at: '15m', series: { 'nodejs_eventloop_lag_p99_seconds{app="index"}': '0.1x20' } },
  },
  {
    name: 'HeraldJobFails',
    expr: oneLine(`
      sum by (service, job_name) (increase(herald_job_runs_total{outcome="failed"}[15m])) > 0
      unless sum by (service, job_name) (increase(herald_job_runs_total{outcome="done"}[15m])) > 0`),
    for: '5m',
    severity: 'ticket',
    summary: 'A job fails each time it runs',
    runbook: 'a-job-fails-or-stands-still',
    fires: {
      at: '30m',
      series: {
        [`herald_job_runs_total{${job},outcome="failed"}`]: '0+1x40',
        [`herald_job_runs_total{${job},outcome="done"}`]: '7x40',
      },
      labels: ofJob,
    },
    quiet: {
      at: '30m',
      series: {
        [`herald_job_runs_total{${job},outcome="failed"}`]: '0+1x40',
        [`herald_job_runs_total{${job},outcome="done"}`]: '0+1x40',
      },
    },
  },
  {
    name: 'HeraldJobStands',
    expr: oneLine(`
      sum by (service, job_name) (increase(herald_job_runs_total[30m])) == 0
      and max by (service, job_name) (herald_job_interval_seconds) <= 60`),
    for: '5m',
    severity: 'page',
    summary: 'A job that is due every minute has not run for half an hour in any process',
    runbook: 'a-job-fails-or-stands-still',
    fires: {
      at: '40m',
      series: {
        [`herald_job_runs_total{${job},outcome="done"}`]: '7x60',
        [`herald_job_interval_seconds{${job}}`]: '1x60',
      },
      labels: ofJob,
    },
    quiet: {
      at: '40m',
      series: {
        [`herald_job_runs_total{${job},outcome="done"}`]: '7x60',
        [`herald_job_interval_seconds{${job}}`]: '3600x60',
      },
    },
  },
];
