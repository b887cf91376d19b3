import { oneLine, type Alarm } from './alarm';

const handled = (outcome: string) =>
  `amqp_handle_duration_seconds_count{queue="herald.index.on-x",outcome="${outcome}"}`;
const ofQueue = { queue: 'herald.index.on-x' };
const commands = (failed: boolean) =>
  `mongo_command_duration_seconds_count{database="herald_index",command="find",failed="${failed}"}`;
const ofDatabase = { database: 'herald_index' };
const bucket = (le: string) => `mongo_command_duration_seconds_bucket{database="herald_index",le="${le}"}`;

export const storeAlarms: Alarm[] = [
  {
    name: 'HeraldNewDeadLetter',
    expr: 'sum by (queue) (increase(amqp_handle_duration_seconds_count{outcome="dead"}[10m])) > 0',
    for: '0m',
    severity: 'ticket',
    summary: 'A message became a dead letter',
    runbook: 'dead-letters',
    // The very first one: its series was at zero before.
    fires: { at: '6m', series: { [handled('dead')]: '0x5 1x10' }, labels: ofQueue },
    quiet: { at: '14m', series: { [handled('dead')]: '3x20' } },
  },
  {
    name: 'HeraldDeadLettersWait',
    expr: 'max(herald_dead_letters) > 0',
    for: '1h',
    severity: 'ticket',
    summary: 'Dead letters wait to be sent again or dropped',
    runbook: 'dead-letters',
    fires: { at: '70m', series: { herald_dead_letters: '2x100' } },
    quiet: { at: '70m', series: { herald_dead_letters: '2x30 0x70' } },
  },
  {
    name: 'HeraldOutboxWaits',
    expr: 'max by (service) (herald_outbox_messages) > 0',
    for: '10m',
    severity: 'page',
    summary: 'Messages of a service wait in its outbox',
    runbook: 'the-outbox-does-not-empty',
    fires: {
      at: '15m',
      series: { 'herald_outbox_messages{service="index"}': '4x20' },
      labels: { service: 'index' },
    },
    quiet: { at: '15m', series: { 'herald_outbox_messages{service="index"}': '4x5 0x15' } },
  },
  {
    name: 'HeraldMessagesRetried',
    expr: oneLine(`
      sum by (queue) (rate(amqp_handle_duration_seconds_count{outcome="retried"}[15m]))
      / sum by (queue) (rate(amqp_handle_duration_seconds_count[15m])) > 0.1`),
    for: '15m',
    severity: 'ticket',
    summary: 'More than a tenth of the messages of a queue fail and are retried',
    runbook: 'messages-are-retried',
    fires: { at: '40m', series: { [handled('retried')]: '0+3x60', [handled('done')]: '0+7x60' }, labels: ofQueue },
    quiet: { at: '40m', series: { [handled('retried')]: '0+1x60', [handled('done')]: '0+99x60' } },
  },
  {
    name: 'HeraldBrokerRefuses',
    expr: 'sum by (type) (increase(amqp_publish_duration_seconds_count{failed="true"}[5m])) > 0',
    for: '5m',
    severity: 'page',
    summary: 'The broker does not take messages',
    runbook: 'the-outbox-does-not-empty',
    fires: {
      at: '15m',
      series: { 'amqp_publish_duration_seconds_count{type="push.batch",failed="true"}': '0+1x20' },
      labels: { type: 'push.batch' },
    },
    quiet: {
      at: '15m',
      series: { 'amqp_publish_duration_seconds_count{type="push.batch",failed="true"}': '0x5 1x15' },
    },
  },
  {
    name: 'HeraldDatabaseFails',
    expr: oneLine(`
      sum by (database) (rate(mongo_command_duration_seconds_count{failed="true"}[10m]))
      / sum by (database) (rate(mongo_command_duration_seconds_count[10m])) > 0.05`),
    for: '5m',
    severity: 'page',
    summary: 'More than one in twenty commands to a database fails',
    runbook: 'the-database-fails-or-is-slow',
    fires: { at: '20m', series: { [commands(true)]: '0+10x30', [commands(false)]: '0+90x30' }, labels: ofDatabase },
    quiet: { at: '20m', series: { [commands(true)]: '0+1x30', [commands(false)]: '0+99x30' } },
  },
  {
    name: 'HeraldDatabaseSlow',
    expr: oneLine(`
      histogram_quantile(0.99, sum by (le, database) (rate(mongo_command_duration_seconds_bucket[10m]))) > 1`),
    for: '10m',
    severity: 'ticket',
    summary: 'One in a hundred commands to a database takes more than a second',
    runbook: 'the-database-fails-or-is-slow',
    fires: {
      at: '30m',
      series: { [bucket('1')]: '0+90x40', [bucket('2')]: '0+100x40', [bucket('+Inf')]: '0+100x40' },
      labels: ofDatabase,
    },
    quiet: {
      at: '30m',
      series: { [bucket('0.5')]: '0+100x40', [bucket('1')]: '0+100x40', [bucket('+Inf')]: '0+100x40' },
    },
  },
];
