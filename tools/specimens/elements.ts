import type { Typeface, Weight } from './letters';

/** An element on a side of a card, positioned in pixels. */
export type Element =
  | { kind: 'text'; text: string; x: number; y: number; size: number; weight: Weight; colour: string }
  | { kind: 'portrait'; x: number; y: number; width: number; height: number; grey: boolean; opacity: number }
  | { kind: 'barcode'; format: 'PDF417' | 'QRCode'; text: string; x: number; y: number; width: number; height: number }
  | { kind: 'mrz'; lines: string[]; x: number; y: number; pitch: number; leading: number }
  | { kind: 'box'; x: number; y: number; width: number; height: number; colour: string };

export type Side = Element[];

/** The design that all cards of a layout share. */
export type Style = {
  typeface: Typeface;
  label: { size: number; colour: string; weight: Weight };
  value: { size: number; colour: string; weight: Weight };
  /** The two colours of the gradient; `lines` is the colour of the fine lines. */
  background: [string, string];
  lines: string;
};

export const cardSize = { width: 1280, height: 807 };
export const passportSize = { width: 1280, height: 900 };

/** A title or another text that is neither label nor value. */
export function title(text: string, x: number, y: number, size: number, colour = '#20304a'): Element {
  return { kind: 'text', text, x, y, size, weight: 700, colour };
}

/** A label with its value below. */
export function below(style: Style, [x, y]: [number, number], label: string, value: string): Element[] {
  return [
    { kind: 'text', text: label, x, y, ...style.label },
    { kind: 'text', text: value, x, y: y + style.value.size * 1.15, ...style.value },
  ];
}

/** A label with its value on the same line, `gap` to the right. */
export function beside(style: Style, [x, y, gap]: [number, number, number], label: string, value: string): Element[] {
  return [
    { kind: 'text', text: label, x, y, ...style.label },
    { kind: 'text', text: value, x: x + gap, y, ...style.value },
  ];
}

type Area = { x: number; y: number; width: number; height: number };

export const portrait = (at: Area, grey = false): Element => ({ kind: 'portrait', ...at, grey, opacity: 1 });

/** The pale copy of the portrait that many cards print. */
export const ghost = (at: Area): Element => ({ kind: 'portrait', ...at, grey: true, opacity: 0.55 });

/** Three lines along the lower edge of a back. */
export const cardMrzAt = (lines: string[], y = 585): Element => {
  return { kind: 'mrz', lines, x: 70, y, pitch: 38.2, leading: 66 };
};
