import { integer, string } from '@herald/contracts';
import { dropIndex, record, type Connection } from '@herald/persistence';
import { defineService } from '../define-service';
import type { Migration } from './schema';

/** A service of which an earlier version stored words in capitals, and each once. */
export const words = record('words', {
  fields: { word: string(), length: integer() },
  personal: [],
  impersonal: ['word', 'length'],
  indexes: [[{ word: 1 }], [{ length: 1 }, { sparse: true }]],
});

const repeatable: Migration = {
  number: 1,
  name: 'a word may occur twice',
  run: (database) => dropIndex(database, 'words', 'word_unique'),
};

const lowerCase: Migration = {
  number: 2,
  name: 'words are in lower case and have a length',
  async run(database) {
    const Word = words.model(database);
    for (const { _id, word } of await Word.find({ length: { $exists: false } }).lean<
      { _id: unknown; word: string }[]
    >())
      await Word.updateOne({ _id }, { word: word.toLowerCase(), length: word.length });
  },
};

export const wordService = (migrations: Migration[] = [repeatable, lowerCase]) =>
  defineService({ name: 'channels', summary: 'Words', records: [words], migrations, routes: {}, deps: () => ({}) });

export const wordsBefore = ['ONE', 'TWO', 'THREE'];

/** The database as that version left it. */
export async function fillBefore(database: Connection): Promise<void> {
  await database.collection('words').createIndex({ word: 1 }, { name: 'word_unique', unique: true });
  await database.collection('words').insertMany(wordsBefore.map((word) => ({ word })));
}
