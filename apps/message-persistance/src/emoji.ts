import cldr from 'emojibase-data/en/shortcodes/cldr.json';
import emojibase from 'emojibase-data/en/shortcodes/emojibase.json';
import github from 'emojibase-data/en/shortcodes/github.json';

/** Names to code points as `1F44D`, or `1F1E8-1F1F1` where an emoji is made of several. */
const emojis = new Map<string, string>();
// The best known set comes first: where two sets disagree on a name, the first one counts.
for (const set of [github, emojibase, cldr])
  for (const [points, names] of Object.entries(set))
    for (const name of [names].flat()) if (!emojis.has(name)) emojis.set(name, points);

/** An emoji as `U+<HEX>`; its code points are joined by a space where it has several. Undefined for an unknown name. */
export function emojiHex(name: string): string | undefined {
  return emojis
    .get(name)
    ?.split('-')
    .map((point) => `U+${point}`)
    .join(' ');
}
