import { parse } from 'yaml';
import { dashboards } from './dashboards';
import { ruleFiles } from './rules';

type Expression = { where: string; expr: string };
type Rules = { groups?: { rules: { alert?: string; record?: string; expr: string }[] }[] };

const ofRules = (): Expression[] =>
  Object.values(ruleFiles())
    .flatMap((content) => (parse(content) as Rules).groups ?? [])
    .flatMap(({ rules }) => rules.map(({ alert, record, expr }) => ({ where: alert ?? record!, expr })));

const ofDashboards = (): Expression[] =>
  Object.values(dashboards).flatMap(({ title, rows }) =>
    rows
      .flatMap(({ panels }) => panels)
      .flatMap((panel) => panel.queries.map(({ expr }) => ({ where: `${title}, ${panel.title}`, expr }))),
  );

/** All expressions of rules and dashboards. */
export const allExpressions = (): Expression[] => [...ofRules(), ...ofDashboards()];
