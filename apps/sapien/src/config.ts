import { availableParallelism } from 'node:os';
import Joi from 'joi';

export type SapienSettings = {
  SAPIEN_THREADS: number;
  SAPIEN_QUEUE: number;
  SAPIEN_RETENTION: number;
  SAPIEN_LINK_SECONDS: number;
  SAPIEN_THREAD_MB: number;
  SAPIEN_WARM: boolean;
};

export const config = Joi.object<SapienSettings>({
  /** Maximum number of cards read at the same time, each in its own process with one computing thread. */
  SAPIEN_THREADS: Joi.number().integer().min(1).max(64).default(availableParallelism()),
  /** Maximum number of cards that wait; further ones get a 503. No company can take all slots. */
  SAPIEN_QUEUE: Joi.number().integer().min(0).max(1000).default(20),
  /** Days after which a credential and its pictures are removed. */
  SAPIEN_RETENTION: Joi.number().greater(0).max(3650).default(30),
  /** Lifetime of the links to pictures. */
  SAPIEN_LINK_SECONDS: Joi.number().integer().min(1).max(604_800).default(3600),
  /** A reader process with more resident memory than this after a card is replaced. */
  SAPIEN_THREAD_MB: Joi.number().integer().min(64).default(1024),
  /** True: the readers start with the service. False: with the first card. */
  SAPIEN_WARM: Joi.boolean().default(true),
});
