import type { ServiceContext } from '@herald/service';
import { erasures, hiddenNames } from '@herald/subjects';
import { signedLinks } from '@herald/storage';
import type { SapienSettings } from './config';
import { credentials } from './credentials/credential.model';
import { pictures } from './pictures/picture.model';
import type { CardReaders } from './readers/card-readers';
import { processReaders } from './readers/process-readers';
import { startReaderProcess } from './readers/reader-process';
import { readingMetrics, type ReadingMetrics } from './reading-metrics';

export type SapienDeps = ReturnType<ReturnType<typeof sapienDeps>>;

export type OpenReaders = (context: ServiceContext<SapienSettings>, metrics: ReadingMetrics) => CardReaders;

export const openProcessReaders: OpenReaders = ({ settings, log }, metrics) =>
  processReaders({
    metrics,
    maxProcesses: settings.SAPIEN_THREADS,
    maxQueued: settings.SAPIEN_QUEUE,
    maxMegabytes: settings.SAPIEN_THREAD_MB,
    start: () => startReaderProcess({ hashes: settings.SAPIEN_COMPARE_PICTURES }),
    logFailure: (message, err) => log.warn({ err }, message),
  });

export const sapienDeps = (openReaders: OpenReaders) => (context: ServiceContext<SapienSettings>) => {
  const { database, storage, settings, publicUrl, linkSecret, hashValue, log } = context;
  const metrics = readingMetrics(context.metrics);
  const links = signedLinks({ secret: linkSecret, publicUrl, pathOf: (name) => `/sapien/api/v1/picture/${name}` });
  return {
    metrics,
    Credential: credentials.model(database),
    Picture: pictures.model(database),
    storage,
    ...erasures(database, hashValue),
    ...hiddenNames(database),
    readers: openReaders(context, metrics),
    links,
    linkTo: (picture: string) => links.to(picture, new Date(Date.now() + settings.SAPIEN_LINK_SECONDS * 1000)),
    retentionMs: settings.SAPIEN_RETENTION * 86_400_000,
    warm: settings.SAPIEN_WARM,
    log,
  };
};
