import { run } from '@herald/service';
import { service } from './service';

void run([service], process, { develop: () => import('@herald/standins') });
