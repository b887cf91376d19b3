import { boundingBox } from '../picture/boxes';
import type { Box } from '../picture/picture';
import type { Word } from './text-engine';

/** A line as it was read; all boxes are in pixels of the flattened card. */
export interface PrintedLine {
  text: string;
  /** That of the least certain word, 0 to 100. */
  confidence: number;
  box: Box;
  words: Word[];
}

/** Print that was read this clearly is not misread. */
export const isClearlyRead = ({ confidence }: { confidence: number }): boolean => confidence >= 85;

/** Two pieces of print as one line. */
export const joinLines = (line: PrintedLine, next: PrintedLine): PrintedLine => ({
  text: `${line.text} ${next.text}`,
  confidence: Math.min(line.confidence, next.confidence),
  box: boundingBox(line.box, next.box),
  words: [...line.words, ...next.words],
});
