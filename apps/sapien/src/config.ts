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
  /** How many cards are read at the same time, each in a process of its own with one computing thread. */
  SAPIEN_THREADS: Joi.number().integer().min(1).max(64).default(availableParallelism()),
  /** How many more may wait; no company may hold all places. Beyond them is the 503. */
  SAPIEN_QUEUE: Joi.number().integer().min(0).max(1000).default(20),
  /** Days after which a credential and its pictures are removed. */
  SAPIEN_RETENTION: Joi.number().greater(0).max(3650).default(30),
  /** How long the links to pictures open. */
  SAPIEN_LINK_SECONDS: Joi.number().integer().min(1).max(604_800).default(3600),
  /** A reader process whose resident memory is larger than this after a card is replaced. */
  SAPIEN_THREAD_MB: Joi.number().integer().min(64).default(1024),
  /** Whether the readers are opened at the start, beside it, or with the first card. */
  SAPIEN_WARM: Joi.boolean().default(true),
});
