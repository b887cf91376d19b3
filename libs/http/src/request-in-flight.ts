import type { Caller } from '@herald/auth';
import type { Request, Response } from 'express';
import type { CheckedInput, LogNote, Release } from './route';
import type { UploadedFile } from './temp-files';

/** What is known so far of one request; the service-log record of a failure is made of it, at whichever stage. */
export type Progress = {
  caller?: Caller;
  sent?: CheckedInput;
  note: LogNote;
  files: Record<string, UploadedFile>;
  /** Each ends the admission of a part of the request's weight. */
  admissions: Release[];
  /** Slots of the handler and of a stream. */
  slots: Release[];
};

export type RequestInFlight = {
  req: Request;
  res: Response;
  progress: Progress;
  /** Aborted when the caller hangs up or the timeout is over. */
  signal: AbortSignal;
};

/** Admits a request of a caller, or a further part of its weight, or throws. */
export type Admit = (weight: number, caller: Caller, request: RequestInFlight) => void;
