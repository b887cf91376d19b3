import { graph, perSecond, quantiles, query, stat, type Dashboard } from './dashboard';

export const sapien: Dashboard = {
  uid: 'herald-sapien',
  title: 'Herald: sapien',
  rows: [
    {
      title: 'Now',
      panels: [
        stat('Cards that wait', 'short', 'sum(herald_sapien_queued_cards)'),
        stat('Cards that are read', 'short', 'sum(herald_sapien_reading_cards)'),
        stat('Cards a second', 'ops', perSecond('herald_sapien_card_seconds_count')),
      ],
    },
    {
      title: 'Cards',
      panels: [
        graph(
          'Cards',
          'short',
          query('wait', 'sum(herald_sapien_queued_cards)'),
          query('are read', 'sum(herald_sapien_reading_cards)'),
        ),
        graph('Seconds of a card, with its time in the queue', 's', ...quantiles('herald_sapien_card_seconds')),
        graph('Seconds in the reader', 's', ...quantiles('herald_sapien_read_seconds')),
      ],
    },
    {
      title: 'Refusals and storage',
      panels: [
        graph('Refusals by reason', 'ops', query('{{reason}}', perSecond('herald_sapien_refusals_total', 'reason'))),
        graph(
          'Answers',
          'reqps',
          query('{{class}}', perSecond('herald_http_answers_total{service="sapien"}', 'class')),
        ),
      ],
    },
  ],
};
