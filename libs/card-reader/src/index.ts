export { ImageRefused, refuseDangerous } from './refuse-dangerous';
export { fieldNames } from './reading';
export type {
  CardReader,
  Check,
  CheckName,
  Evidence,
  FieldName,
  Missing,
  MissingReason,
  Reading,
  SidePicture,
  Source,
} from './reading';
