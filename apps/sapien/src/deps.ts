import type { ServiceContext } from '@herald/service';
import { isSignedLink, signedLink } from '@herald/storage';
import type { CardReaders } from './card-readers';
import type { SapienSettings } from './config';
import { credentialModel, pictureModel } from './credential.model';
import { processReaders } from './process-readers';

export type SapienDeps = ReturnType<ReturnType<typeof sapienDeps>>;

export type OpenReaders = (context: ServiceContext<SapienSettings>) => CardReaders;

/** Readers in processes of their own, as the settings say. */
export const openProcessReaders: OpenReaders = ({ settings, log }) =>
  processReaders({
    processes: settings.SAPIEN_THREADS,
    queue: settings.SAPIEN_QUEUE,
    maxMegabytes: settings.SAPIEN_THREAD_MB,
    onTrouble: (what, err) => log.warn({ err }, what),
  });

export const sapienDeps = (openReaders: OpenReaders) => (context: ServiceContext<SapienSettings>) => {
  const { database, storage, settings, publicUrl, linkSecret, log } = context;
  return {
    Credential: credentialModel(database),
    Picture: pictureModel(database),
    storage,
    readers: openReaders(context),
    links: {
      /** An address that opens a picture for a while. */
      to: (picture: string) => {
        const until = Math.floor(Date.now() / 1000) + settings.SAPIEN_LINK_SECONDS;
        return publicUrl() + signedLink(linkSecret, pathOfPicture(picture), until);
      },
      opens: (picture: string, sent: { until: number; signature: string }) =>
        isSignedLink(linkSecret, pathOfPicture(picture), sent),
    },
    retentionMs: settings.SAPIEN_RETENTION * 86_400_000,
    warm: settings.SAPIEN_WARM,
    log,
  };
};

const pathOfPicture = (name: string) => `/sapien/api/v1/picture/${name}`;
