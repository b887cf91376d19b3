export { cleanPicture } from './clean-picture';
export { ImageRefused, SideRefused, damaged } from './image-refused';
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
  SideConflict,
  SideName,
  SidePicture,
  Source,
} from './reading';
