import type { ExaminedSide } from './examine-side';
import type { Reading, SideName } from './reading';

export interface ExamineOptions {
  signal?: AbortSignal;
  /** Whether the picture is hashed. */
  hashes?: boolean;
  /** Called before each picture is decoded, and with null afterwards. */
  onDecoding?: (side: SideName | null) => void;
}

/** Another process may examine the back, whether it began before this reading or begins meanwhile. */
export interface BackElsewhere {
  /** The other process began before this one, which then does not even decode the back. */
  isTaken: boolean;
  /** Asked for after the front was examined. Null: no other process examines the back. */
  examined: () => Promise<ExaminedSide | null>;
}

export interface ReadOptions extends ExamineOptions {
  backElsewhere?: BackElsewhere;
}

export interface CardReader {
  /** Rejects with SideRefused when a picture cannot be decoded. */
  read(front: Buffer, back: Buffer, options?: ReadOptions): Promise<Reading>;
  /** The part of a reading that needs one side alone. Rejects with SideRefused, too. */
  examine(side: SideName, image: Buffer, options?: ExamineOptions): Promise<ExaminedSide>;
  close(): Promise<void>;
}
