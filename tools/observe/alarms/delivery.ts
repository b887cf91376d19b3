import { oneLine, type Alarm } from './alarm';

const pushes = (outcome: string) => `herald_pushes_total{provider="fcm",outcome="${outcome}"}`;
const ofProvider = { provider: 'fcm' };
const asked = 'herald_pushes_total{outcome!="paused"}';
const pending = 'herald_campaign_pending_targets{pace="unlimited"}';
const settled = 'herald_campaign_settled_targets_total{status="sended"}';
const bucket = (le: string) => `herald_provider_seconds_bucket{provider="fcm",le="${le}"}`;

export const deliveryAlarms: Alarm[] = [
  {
    name: 'HeraldCampaignsStand',
    expr: oneLine(`
      max(herald_campaign_pending_targets{pace="unlimited"}) > 0
      and sum(increase(herald_campaign_settled_targets_total[10m])) == 0`),
    for: '5m',
    severity: 'page',
    summary: 'Devices of campaigns wait, and none got an outcome for ten minutes',
    runbook: 'campaigns-stand-still',
    fires: { at: '20m', series: { [pending]: '500x30', [settled]: '70x30' } },
    quiet: { at: '20m', series: { [pending]: '500x30', [settled]: '0+10x30' } },
  },
  {
    name: 'HeraldTargetsOld',
    expr: 'max(herald_campaign_oldest_pending_seconds{pace="unlimited"}) > 7200',
    for: '10m',
    severity: 'ticket',
    summary: 'A device of a campaign without a rate has waited for more than two hours',
    runbook: 'campaigns-stand-still',
    fires: { at: '15m', series: { 'herald_campaign_oldest_pending_seconds{pace="unlimited"}': '7300+60x20' } },
    quiet: { at: '15m', series: { 'herald_campaign_oldest_pending_seconds{pace="limited"}': '7300+60x20' } },
  },
  {
    name: 'HeraldPushesFail',
    expr: oneLine(`
      sum by (provider) (rate(herald_pushes_total{outcome=~"broken|unknown"}[10m]))
      / sum by (provider) (rate(${asked}[10m])) > 0.1`),
    for: '5m',
    severity: 'page',
    summary: 'More than a tenth of the pushes to a provider fail or get no answer',
    runbook: 'a-provider-fails-or-is-slow',
    fires: { at: '20m', series: { [pushes('unknown')]: '0+20x30', [pushes('sent')]: '0+80x30' }, labels: ofProvider },
    quiet: { at: '20m', series: { [pushes('unknown')]: '0+2x30', [pushes('sent')]: '0+98x30' } },
  },
  {
    name: 'HeraldProviderSlow',
    expr: oneLine(`
      histogram_quantile(0.95, sum by (le, provider) (rate(herald_provider_seconds_bucket[10m]))) > 5`),
    for: '10m',
    severity: 'ticket',
    summary: 'One in twenty pushes waits for more than 5 s for its provider',
    runbook: 'a-provider-fails-or-is-slow',
    fires: {
      at: '30m',
      series: { [bucket('5')]: '0+80x40', [bucket('10')]: '0+100x40', [bucket('+Inf')]: '0+100x40' },
      labels: ofProvider,
    },
    quiet: { at: '30m', series: { [bucket('5')]: '0+100x40', [bucket('+Inf')]: '0+100x40' } },
  },
  {
    name: 'HeraldCredentialsDenied',
    expr: 'sum by (provider) (increase(herald_pushes_total{outcome="denied"}[10m])) > 0',
    for: '10m',
    severity: 'ticket',
    summary: 'A provider refuses the credentials of an app',
    runbook: 'credentials-are-denied',
    fires: { at: '25m', series: { [pushes('denied')]: '0+1x40' }, labels: ofProvider },
    quiet: { at: '25m', series: { [pushes('denied')]: '5x40' } },
  },
  {
    name: 'HeraldProviderThrottles',
    expr: oneLine(`
      sum by (provider) (rate(herald_provider_throttles_total[10m]))
      / sum by (provider) (rate(${asked}[10m])) > 0.1`),
    for: '15m',
    severity: 'ticket',
    summary: 'A provider asks to try later for more than a tenth of the pushes',
    runbook: 'a-provider-throttles',
    fires: {
      at: '40m',
      series: {
        'herald_provider_throttles_total{provider="fcm",status="429"}': '0+30x60',
        [pushes('sent')]: '0+70x60',
        [pushes('busy')]: '0+30x60',
      },
      labels: ofProvider,
    },
    quiet: {
      at: '40m',
      series: {
        'herald_provider_throttles_total{provider="fcm",status="429"}': '0+1x60',
        [pushes('sent')]: '0+99x60',
        [pushes('busy')]: '0+1x60',
      },
    },
  },
  {
    name: 'HeraldTokensRetired',
    expr: oneLine(`
      sum by (provider) (increase(herald_push_tokens_retired_total[1h])) > 100
      and sum by (provider) (rate(herald_push_tokens_retired_total[1h]))
      / sum by (provider) (rate(${asked}[1h])) > 0.2`),
    for: '10m',
    severity: 'ticket',
    summary: 'More than a fifth of the push tokens are unknown to their provider',
    runbook: 'many-tokens-are-retired',
    fires: {
      at: '90m',
      series: { 'herald_push_tokens_retired_total{provider="fcm"}': '0+30x100', [pushes('sent')]: '0+70x100' },
      labels: ofProvider,
    },
    quiet: {
      at: '90m',
      series: { 'herald_push_tokens_retired_total{provider="fcm"}': '0+30x100', [pushes('sent')]: '0+700x100' },
    },
  },
];
