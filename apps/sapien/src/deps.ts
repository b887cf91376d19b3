import type { ServiceContext } from '@herald/service';
import { erasures } from '@herald/subjects';
import { isSignedLink, signedLink } from '@herald/storage';
import type { SapienSettings } from './config';
import { credentials } from './credentials/credential.model';
import { pictures } from './pictures/picture.model';
import type { CardReaders } from './readers/card-readers';
import { processReaders } from './readers/process-readers';
import { readingMetrics, type ReadingMetrics } from './reading-metrics';

export type SapienDeps = ReturnType<ReturnType<typeof sapienDeps>>;

export type OpenReaders = (context: ServiceContext<SapienSettings>, metrics: ReadingMetrics) => CardReaders;

export const openProcessReaders: OpenReaders = ({ settings, log }, metrics) =>
  processReaders({
    metrics,
    maxProcesses: settings.SAPIEN_THREADS,
    maxQueued: settings.SAPIEN_QUEUE,
    maxMegabytes: settings.SAPIEN_THREAD_MB,
    logFailure: (message, err) => log.warn({ err }, message),
  });

export const sapienDeps = (openReaders: OpenReaders) => (context: ServiceContext<SapienSettings>) => {
  const { database, storage, settings, publicUrl, linkSecret, hashValue, log } = context;
  const metrics = readingMetrics(context.metrics);
  return {
    metrics,
    Credential: credentials.model(database),
    Picture: pictures.model(database),
    storage,
    ...erasures(database, hashValue),
    readers: openReaders(context, metrics),
    links: {
      /** A signed link to a picture that expires. */
      to: (picture: string) => {
        const until = Math.floor(Date.now() / 1000) + settings.SAPIEN_LINK_SECONDS;
        return publicUrl() + signedLink(linkSecret, pathOfPicture(picture), until);
      },
      isValid: (picture: string, sent: { until: number; signature: string }) =>
        isSignedLink(linkSecret, pathOfPicture(picture), sent),
    },
    retentionMs: settings.SAPIEN_RETENTION * 86_400_000,
    warm: settings.SAPIEN_WARM,
    log,
  };
};

const pathOfPicture = (name: string) => `/sapien/api/v1/picture/${name}`;
