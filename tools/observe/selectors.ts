import { parser } from '@prometheus-io/lezer-promql';

/** What Grafana fills in when it asks. */
export const filledIn = (expr: string) => expr.replaceAll('$__rate_interval', '1m');

/** The selectors of an expression, such as `up{job="herald"}`. Throws for one that does not parse. */
export function selectorsOf(expr: string): string[] {
  const text = filledIn(expr);
  const found: string[] = [];
  parser.parse(text).iterate({
    enter({ type, from, to }) {
      if (type.isError) throw new Error(`Not PromQL near column ${from}: ${expr}`);
      if (type.name === 'VectorSelector') found.push(text.slice(from, to));
    },
  });
  return found;
}
