export type { BackElsewhere, CardReader } from './card-reader';
export type { ExaminedSide } from './examine-side';
export { cleanPicture } from './picture/clean-picture';
export { ImageRefused, SideRefused, damaged } from './picture/image-refused';
export { fieldNames } from './reading';
export type {
  Check,
  CheckName,
  CopySign,
  Evidence,
  FieldName,
  Missing,
  MissingReason,
  Reading,
  SideConflict,
  SideName,
  SidePicture,
  Source,
} from './reading';
