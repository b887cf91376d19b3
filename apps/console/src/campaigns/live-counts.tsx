import { Paper, Text } from '@mantine/core';
import type { Texts } from '../language/en';
import { useLanguage } from '../language/language';
import { CountsBar } from './counts-bar';
import type { Campaign } from './queries';
import { usePace } from './use-pace';

/** The counts of a campaign: one bar that adds up, and what the devices reported. */
export function LiveCounts({ campaign: { statistics, terminated } }: { campaign: Campaign }) {
  const { t, number, percent } = useLanguage();
  const { total, sended, fails, pending, actions } = statistics;
  const counts = [
    ['sended', t.sent, sended],
    ['fails', t.failed, fails],
    ['pending', t.pending, pending],
  ] as const;
  const reports = [
    [t.received, actions.RECEIVED],
    [t.pressed, actions.PRESS_ACTION],
    [t.closed, actions.CLOSED],
    [t.unknownAction, actions.UNKNOWN],
  ] as const;
  const label = counts.map(([, name, count]) => `${name} ${number(count)}`).join(', ');
  return (
    <Paper withBorder radius="md" p="lg" mb="md" component="section">
      <div className="counts" aria-live="polite">
        <Figure name={t.total} value={number(total)} />
        {counts.map(([part, name, count]) => (
          <Figure key={part} part={part} name={name} value={number(count)} note={total ? percent(count / total) : ''} />
        ))}
      </div>
      <CountsBar statistics={statistics} label={label} />
      {!terminated && pending > 0 && <Pace settled={total - pending} pending={pending} />}
      <Text component="h2" size="sm" fw={600} mt="lg" mb="xs">
        {t.reports}
      </Text>
      <div className="counts">
        {reports.map(([name, count]) => (
          <Figure key={name} name={name} value={number(count)} note={sended ? t.ofSent(percent(count / sended)) : ''} />
        ))}
      </div>
    </Paper>
  );
}

type FigureProps = { name: string; value: string; note?: string; part?: string };

function Figure({ name, value, note, part }: FigureProps) {
  return (
    <div className="figure">
      <span className="figure-name">
        {part && <i data-part={part} />}
        {name}
      </span>
      <strong className="figures">{value}</strong>
      <span className="figure-note">{note}</span>
    </div>
  );
}

function durationText(seconds: number, t: Texts): string {
  if (seconds < 90) return t.seconds(seconds);
  return seconds < 5400 ? t.minutes(Math.round(seconds / 60)) : t.hours(Math.round(seconds / 3600));
}

function Pace({ settled, pending }: { settled: number; pending: number }) {
  const { t, number } = useLanguage();
  const pace = usePace(settled);
  if (!pace) return null;
  const left = durationText(Math.ceil(pending / pace), t);
  return (
    <Text size="sm" c="var(--soft)" mt="xs" className="figures">
      {t.perSecond(number(pace))} · {t.timeLeft(left)}
    </Text>
  );
}
