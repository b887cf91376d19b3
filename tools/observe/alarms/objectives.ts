import { bucketOf, oneLine, type Alarm, type Series } from './alarm';

/** What callers may rely on. The budget is the share that may be bad. */
export type Objective = {
  /** Part of the names of its recording rules. */
  key: string;
  alarm: `Herald${string}`;
  summary: string;
  runbook: string;
  budget: number;
  /** Rates of good or bad events and of all, each with a place for the window. */
  share: { good: string; of: string } | { bad: string; of: string };
  /** Series with this share of bad events in a hundred a minute, for the tests. */
  seriesWith: (badPercent: number, minutes: number) => Series;
};

const within = (histogram: string, labels: string, seconds: number): Pick<Objective, 'share' | 'seriesWith'> => {
  const and = labels === '' ? '' : `${labels},`;
  return {
    share: {
      good: `${histogram}_bucket{${and}${bucketOf(seconds)}}`,
      of: labels === '' ? `${histogram}_count` : `${histogram}_count{${labels}}`,
    },
    seriesWith: (badPercent, minutes) => ({
      [`${histogram}_bucket{${and}le="${seconds}"}`]: `0+${100 - badPercent}x${minutes}`,
      [`${histogram}_count{${labels}}`]: `0+100x${minutes}`,
    }),
  };
};

export const objectives: Objective[] = [
  {
    key: 'availability',
    alarm: 'HeraldAvailability',
    summary: 'Too many requests are answered with a server error',
    runbook: 'availability',
    budget: 0.001,
    share: { bad: 'herald_http_answers_total{class="5xx"}', of: 'herald_http_answers_total' },
    seriesWith: (badPercent, minutes) => ({
      'herald_http_answers_total{class="5xx"}': `0+${badPercent}x${minutes}`,
      'herald_http_answers_total{class="2xx"}': `0+${100 - badPercent}x${minutes}`,
    }),
  },
  {
    key: 'single_push',
    alarm: 'HeraldSinglePush',
    summary: 'Too many single pushes take more than 2 s to reach their provider',
    runbook: 'single-pushes',
    budget: 0.01,
    ...within('http_request_duration_seconds', 'route="/notifications/v2/device/sendmessage",status="200"', 2),
  },
  {
    key: 'first_push',
    alarm: 'HeraldFirstPush',
    summary: 'Too many campaigns send their first push later than 5 s after their start',
    runbook: 'first-push-of-a-campaign',
    budget: 0.01,
    ...within('herald_campaign_first_push_seconds', '', 5),
  },
  {
    key: 'result_lag',
    alarm: 'HeraldResultLag',
    summary: 'Too many outcomes are counted later than 5 s after they were known',
    runbook: 'result-lag',
    budget: 0.01,
    ...within('herald_campaign_result_lag_seconds', '', 5),
  },
  {
    key: 'card',
    alarm: 'HeraldCard',
    summary: 'Too many identity cards take more than 2.5 s to be read',
    runbook: 'identity-cards',
    budget: 0.05,
    ...within('herald_sapien_card_seconds', '', 2.5),
  },
];

export const windows = ['5m', '30m', '1h', '2h', '6h', '1d', '3d'] as const;
type Window = (typeof windows)[number];

export const recordOf = ({ key }: Objective, window: Window): string => `herald:${key}:bad_ratio_${window}`;

/** The share of bad events in a window. */
export function badRatio({ share }: Objective, window: Window): string {
  const rate = (series: string) => `sum(rate(${series}[${window}]))`;
  return 'bad' in share ? `${rate(share.bad)} / ${rate(share.of)}` : `1 - ${rate(share.good)} / ${rate(share.of)}`;
}

function badCount({ share }: Objective, window: Window): string {
  const count = (series: string) => `sum(increase(${series}[${window}]))`;
  return 'bad' in share ? count(share.bad) : `${count(share.of)} - ${count(share.good)}`;
}

/** Where little happens, fewer bad events than this are chance. */
const minBad = 5;

type Burn = { factor: number; long: Window; short: Window };

/** The budget of 30 days is used up this many times too fast: in the long window, and still in the short one. */
const burns = (objective: Objective, { factor, long, short }: Burn): string => {
  const limit = `${Number((factor * objective.budget).toPrecision(6))}`;
  return `(${recordOf(objective, long)} > ${limit} and ${recordOf(objective, short)} > ${limit})`;
};

const burnAlarm = (objective: Objective, fastest: Burn, slower: Burn): string =>
  oneLine(`(${burns(objective, fastest)} or ${burns(objective, slower)})
    and (${badCount(objective, slower.long)}) >= ${minBad}`);

/** Two alarms for each objective: one calls, where the budget is gone within days; the other can wait. */
export const objectiveAlarms: Alarm[] = objectives.flatMap((objective): Alarm[] => {
  const { alarm, summary, runbook, budget, seriesWith } = objective;
  const percentAt = (factor: number) => Number((budget * 100 * factor).toPrecision(4));
  const [twoHours, fiveHours] = [120, 300];
  return [
    {
      ...{ name: `${alarm}BurnsFast`, for: '2m', severity: 'page', summary, runbook },
      expr: burnAlarm(objective, { factor: 14.4, long: '1h', short: '5m' }, { factor: 6, long: '6h', short: '30m' }),
      fires: { at: '100m', series: seriesWith(Math.min(100, percentAt(18)), twoHours) },
      // Fast enough for the other alarm.
      quiet: { at: '100m', series: seriesWith(percentAt(4), twoHours) },
    },
    {
      ...{ name: `${alarm}BurnsSlowly`, for: '15m', severity: 'ticket', summary, runbook },
      expr: burnAlarm(objective, { factor: 3, long: '1d', short: '2h' }, { factor: 1, long: '3d', short: '6h' }),
      fires: { at: '4h', series: seriesWith(percentAt(4), fiveHours) },
      quiet: { at: '4h', series: seriesWith(percentAt(0.8), fiveHours) },
    },
  ];
});
