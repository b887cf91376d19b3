import { mergeNewer, type Provenance } from './last-write-wins';

type Fields = { email: string; name: string };
type Word = { fields: Partial<Fields>; at: number; device?: string };

const moment = (second: number) => new Date(Date.UTC(2026, 0, 5, 10, 0, second));
const blank: Fields = { email: '', name: '' };

/** A record after words in an order, and the fields refused on the way. */
function after(words: Word[], known = blank, provenance: Provenance = { said: {} }) {
  let record = { known, ...provenance };
  const refused: string[] = [];
  for (const { at, ...word } of words) {
    const merged = mergeNewer(record.known, record, { ...word, at: moment(at) });
    refused.push(...merged.refused);
    record = merged;
  }
  return { ...record, refused };
}

function ordersOf<T>(list: T[]): T[][] {
  if (list.length <= 1) return [list];
  return list.flatMap((one, at) => ordersOf(list.filter((_, other) => other !== at)).map((rest) => [one, ...rest]));
}

describe('mergeNewer', () => {
  it('ends with the newest word of an operator, in whatever order and how often words arrive', () => {
    const words: Word[] = [
      { fields: { email: 'first' }, at: 1 },
      { fields: { email: 'evil' }, at: 2, device: 'phone-1' },
      { fields: { email: 'newest' }, at: 3 },
      { fields: { email: 'worse' }, at: 4, device: 'phone-2' },
      { fields: { email: 'evil again' }, at: 5, device: 'phone-1' },
    ];
    for (const order of ordersOf(words)) {
      const { known, unproven } = after([...order, ...order]);
      expect([known.email, unproven]).toEqual(['newest', {}]);
    }
  });

  it('ends with the words of the earlier of two devices', () => {
    const words: Word[] = [
      { fields: { email: 'one', name: 'one' }, at: 1, device: 'phone-1' },
      { fields: { email: 'two', name: 'two' }, at: 2, device: 'phone-2' },
    ];
    for (const order of ordersOf([...words, ...words]))
      expect(after(order).known).toEqual({ email: 'one', name: 'one' });
  });

  it('lets a device fill blanks and change its own words, newest last', () => {
    const first: Word = { fields: { email: 'one' }, at: 1, device: 'phone-1' };
    const second: Word = { fields: { email: 'uno' }, at: 3, device: 'phone-1' };
    const late: Word = { fields: { email: 'late' }, at: 2, device: 'phone-1' };
    for (const order of ordersOf([first, second, late])) expect(after(order).known.email).toBe('uno');
    const other: Word = { fields: { email: 'evil', name: 'Eva' }, at: 4, device: 'phone-2' };
    const { known, refused } = after([first, second, other]);
    expect([known, refused]).toEqual([{ email: 'uno', name: 'Eva' }, ['email']]);
  });

  it('takes what is stored without provenance, and what an operator left blank, as said by an operator', () => {
    const word: Word = { fields: { email: 'evil', name: 'Evil' }, at: 9, device: 'phone-1' };
    const stored = after([word], { email: 'own', name: '' }, { said: { name: moment(1) } });
    expect([stored.known, stored.refused]).toEqual([{ email: 'own', name: '' }, ['email', 'name']]);
  });

  it('refuses nothing that is the same in another spelling', () => {
    const words: Word[] = [
      { fields: { name: 'Ana  María' }, at: 1 },
      { fields: { name: ' ana maría' }, at: 2, device: 'phone-1' },
    ];
    const { known, refused, unproven } = after(words);
    expect([known.name, refused, unproven]).toEqual(['Ana  María', [], {}]);
  });

  it('bears names of prototypes as fields', () => {
    const fields = { constructor: 'x', toString: 'y' } as Partial<Fields>;
    const { known, unproven } = mergeNewer({} as Fields, { said: {} }, { fields, at: moment(1), device: 'phone-1' });
    expect(known).toEqual({ constructor: 'x', toString: 'y' });
    expect(Object.keys(unproven)).toEqual(['constructor', 'toString']);
  });
});
