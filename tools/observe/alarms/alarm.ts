/** Series and their values, one a minute, in promtool's notation. */
export type Series = Record<string, string>;

/** An alarm with the proof that it fires and that it does not: one declaration makes the rule and its tests. */
export type Alarm = {
  name: `Herald${string}`;
  expr: string;
  /** How long the expression must hold. */
  for: string;
  /** `page`: it calls an operator. `ticket`: it can wait for the next working day. */
  severity: 'page' | 'ticket';
  /** Without values: a test compares it letter by letter. */
  summary: string;
  /** The anchor of its section in docs/runbook.md. */
  runbook: string;
  /** Series for which it fires, and the labels that it then has. */
  fires: { at: string; series: Series; labels?: Record<string, string> };
  quiet: { at: string; series: Series };
};

/** Writes an expression of several lines as one. */
export const oneLine = (expr: string): string =>
  expr.replace(/\s+/g, ' ').replace(/\( /g, '(').replace(/ \)/g, ')').trim();

/** Matches a bucket in Prometheus 2 and 3, which write whole numbers differently. */
export const bucketOf = (seconds: number): string => `le=~"${String(seconds).replace('.', '[.]')}([.]0)?"`;
