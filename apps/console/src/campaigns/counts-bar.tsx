import type { Statistics } from './queries';

const parts = ['sended', 'fails', 'pending'] as const;

/** The counts as parts of one bar; together they are the whole. */
export function CountsBar({ statistics, label }: { statistics: Statistics; label: string }) {
  const { total } = statistics;
  return (
    <div className="bar" role="img" aria-label={label}>
      {parts.map((part) => (
        <span key={part} data-part={part} style={{ width: total ? `${(statistics[part] / total) * 100}%` : 0 }} />
      ))}
    </div>
  );
}
