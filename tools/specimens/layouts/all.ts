import type { Layout } from '../layout';
import { argentina } from './argentina';
import { brazil } from './brazil';
import { chile } from './chile';
import { colombia } from './colombia';
import { costaRica } from './costa-rica';
import { mexico } from './mexico';
import { paraguay } from './paraguay';
import { passport } from './passport';
import { spain } from './spain';
import { uruguay } from './uruguay';
import { utopia } from './utopia';

export const layouts: Layout[] = [
  argentina,
  brazil,
  chile,
  colombia,
  costaRica,
  mexico,
  paraguay,
  passport,
  spain,
  uruguay,
  utopia,
];
