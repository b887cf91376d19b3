import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { TextModel } from '../languages/language';
import type { Box, Picture } from '../picture/picture';

/** One character. The confidence is 0 to 100, here and for words. */
export interface Letter {
  text: string;
  confidence: number;
  box: Box;
}

export interface Word {
  text: string;
  confidence: number;
  box: Box;
  letters: Letter[];
}

export interface TextLine {
  words: Word[];
  box: Box;
}

export interface TextEngine {
  /** Reads the picture of one line. An uncertain one that may be light on dark is read twice, at twice the cost. */
  read(grey: Picture, language: TextModel, mayBeLight?: boolean): TextLine[];
  close(): void;
}

interface TessBox {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}
interface TessSymbol {
  text: string;
  confidence: number;
  bbox: TessBox;
}
interface TessWord extends TessSymbol {
  symbols: TessSymbol[];
}
interface TessPage {
  blocks: { paragraphs: { lines: { words: TessWord[]; bbox: TessBox }[] }[] }[] | null;
}
interface TessApi {
  Init(path: null, language: string, engine: number, config: string): number;
  SetVariable(name: string, value: string): void;
  SetImageFile(exif: number, angle: number): number;
  Recognize(monitor: null): number;
  GetJSONText(): string;
  Clear(): void;
  End(): void;
}
interface TessModule {
  FS: { writeFile(path: string, data: Uint8Array | string): void; unlink(path: string): void };
  TessBaseAPI: new () => TessApi;
}
type Silent = () => void;
type TessCore = (options: { TesseractProgress: Silent; print: Silent; printErr: Silent }) => Promise<TessModule>;

/** Besides Spanish, which reads every card first. A model takes memory, and time to open. */
const MAX_OTHER_MODELS = 4;
const ONE_LINE = '7';
const LSTM_ONLY = 1;
/** Cards have names and numbers: a dictionary would change them into words. */
const noDictionaries = ['system', 'freq', 'unambig', 'punc', 'number', 'bigram'].map((d) => `load_${d}_dawg 0`);

/** The output of the engine may contain values of a card, which belong in no log. */
const silent = () => undefined;

/** Loads Tesseract into this process. Any language but Spanish is loaded at its first use. */
export async function openTextEngine(): Promise<TextEngine> {
  const load = createRequire(__filename);
  const core = load('tesseract.js-core/tesseract-core-simd-lstm') as TessCore;
  const module = await core({ TesseractProgress: silent, print: silent, printErr: silent });
  module.FS.writeFile('/config', `${noDictionaries.join('\n')}\n`);
  const spanish = openModel(module, load, 'spa');
  const others = new LRUCache<TextModel, TessApi>({ max: MAX_OTHER_MODELS, dispose: (api) => api.End() });
  const modelOf = (language: TextModel): TessApi => {
    if (language === 'spa') return spanish;
    const known = others.get(language);
    if (known) return known;
    const api = openModel(module, load, language);
    others.set(language, api);
    return api;
  };
  return {
    read(grey, language, mayBeLight = false) {
      const api = modelOf(language);
      api.SetVariable('tessedit_do_invert', mayBeLight ? '1' : '0');
      return recognize(module, api, grey, language);
    },
    close() {
      others.clear();
      spanish.End();
    },
  };
}

function openModel(module: TessModule, load: NodeJS.Require, language: TextModel): TessApi {
  const folder = dirname(load.resolve(`@tesseract.js-data/${language}/package.json`));
  const model = readFileSync(join(folder, `4.0.0_best_int/${language}.traineddata.gz`));
  module.FS.writeFile(`${language}.traineddata`, gunzipSync(model));
  const api = new module.TessBaseAPI();
  if (api.Init(null, language, LSTM_ONLY, '/config') !== 0) throw new Error('The text engine did not start');
  module.FS.unlink(`${language}.traineddata`);
  api.SetVariable('user_defined_dpi', '300');
  api.SetVariable('tessedit_pageseg_mode', ONE_LINE);
  return api;
}

function recognize(module: TessModule, api: TessApi, grey: Picture, language: TextModel): TextLine[] {
  const header = Buffer.from(`P5\n${grey.width} ${grey.height}\n255\n`);
  module.FS.writeFile('/input', Buffer.concat([header, grey.data]));
  if (api.SetImageFile(1, 0) === 1) throw new Error('The text engine rejected a picture');
  api.Recognize(null);
  const page = JSON.parse(inMarksOf(language, api.GetJSONText())) as TessPage;
  api.Clear();
  return (page.blocks ?? []).flatMap((block) =>
    block.paragraphs.flatMap((paragraph) =>
      paragraph.lines.map((line) => ({ box: toBox(line.bbox), words: line.words.map(toWord) })),
    ),
  );
}

const commaBelow: Record<string, string> = { Ş: 'Ș', ş: 'ș', Ţ: 'Ț', ţ: 'ț' };

/** The Romanian model writes a cedilla, as texts of its time did, where Romanian has a comma. */
const inMarksOf = (language: TextModel, text: string) =>
  language === 'ron' ? text.replace(/[ŞşŢţ]/g, (letter) => commaBelow[letter]!) : text;

const toBox = ({ x0, y0, x1, y1 }: TessBox): Box => ({ x: x0, y: y0, width: x1 - x0, height: y1 - y0 });

const toWord = (word: TessWord): Word => ({
  text: word.text.replace(/[’‘]/g, "'"),
  confidence: word.confidence,
  box: toBox(word.bbox),
  letters: word.symbols.map((s) => ({ text: s.text, confidence: s.confidence, box: toBox(s.bbox) })),
});
