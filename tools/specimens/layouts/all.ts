import type { Layout } from '../layout';
import { argentina } from './argentina';
import { bolivia } from './bolivia';
import { brazil } from './brazil';
import { chile } from './chile';
import { colombia } from './colombia';
import { costaRica } from './costa-rica';
import { dominicanRepublic } from './dominican-republic';
import { dominicanWithoutLabels } from './dominican-without-labels';
import { france } from './france';
import { germany } from './germany';
import { guatemala } from './guatemala';
import { italy } from './italy';
import { mexico } from './mexico';
import { panama } from './panama';
import { panamaWithoutLabels } from './panama-without-labels';
import { paraguay } from './paraguay';
import { passport } from './passport';
import { portugal } from './portugal';
import { spain } from './spain';
import { uruguay } from './uruguay';
import { utopia } from './utopia';
import { venezuela } from './venezuela';

export const layouts: Layout[] = [
  argentina,
  bolivia,
  brazil,
  chile,
  colombia,
  costaRica,
  dominicanRepublic,
  france,
  germany,
  guatemala,
  italy,
  mexico,
  panama,
  paraguay,
  passport,
  portugal,
  spain,
  uruguay,
  utopia,
  venezuela,
  panamaWithoutLabels,
  dominicanWithoutLabels,
];
