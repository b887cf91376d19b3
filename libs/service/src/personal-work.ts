import type { Consumer } from '@herald/messaging';
import {
  blockedNames,
  bury,
  holdsBlockedNames,
  onSubjectRequested,
  requireCoverage,
  requireRetention,
  tombstones,
  type Holding,
  type SubjectWork,
} from '@herald/subjects';
import type { Service, ServiceContext } from './define-service';
import { houseData } from './house-data';
import { retentionOf, type RetentionJobDeps } from './retention';
import type { Schema } from './schema/schema';
import type { HouseSettings } from './settings';

type Parts = Pick<ServiceContext<object>, 'database' | 'emit' | 'log' | 'hashValue' | 'settings'> & {
  deps: unknown;
  house: HouseSettings;
};

/**
 * What a service does with data of persons beside its own work: it answers their requests, and removes what is past its
 * retention. Throws for a personal field that is covered by neither.
 */
export function personalWork(service: Service, { records }: Schema, parts: Parts) {
  const { house, settings, deps, hashValue: hash, ...rest } = parts;
  const { name, personalData = [] } = service;
  // A file's block follows from the names that are stored before it.
  const names = records.includes(blockedNames) ? [holdsBlockedNames] : [];
  const holdings = [...names, ...personalData, ...houseData] as Holding<never>[];
  requireCoverage(name, records, holdings);
  requireRetention(name, records, retentionOf(service));
  const { database, emit, log } = rest;
  const work: SubjectWork = { service: name, holdings, database, emit, deps, hash };
  const days = house.TOMBSTONE_DAYS;
  if (records.includes(tombstones)) work.bury = (subject, at) => bury(subject, at, { database, hash, days });
  const retention: RetentionJobDeps = {
    ...{ service: name, settings: { ...house, ...settings }, database, emit, log },
    deps: deps as never,
  };
  const depsOf = (consumer: Consumer<never>) => (consumer === (onSubjectRequested as never) ? work : deps) as never;
  return { depsOf, retention };
}
