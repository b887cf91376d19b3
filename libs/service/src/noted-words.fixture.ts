import { message, string } from '@herald/contracts';
import { created, route } from '@herald/http';
import { record, type Model, type Stored } from '@herald/persistence';
import type { Emit } from './define-service';

export const noted = message('noted', { word: string() }, { personal: [], impersonal: ['word'] });
export const words = record('words', {
  fields: { word: string() },
  indexes: [[{ word: 1 }]],
  personal: [],
  impersonal: ['word'],
});
export type NoteDeps = { emit: Emit; Word: Model<Stored<typeof words>> };

/** Stores a word, and publishes it. */
export const note = route('POST /channels/note', {
  summary: 'Store and publish a word',
  scope: 'channels:write',
  resource: 'Word',
  body: words.answer,
  returns: created(words.answer),
  errors: {},
  async handle({ body }, { Word, emit }: NoteDeps) {
    await Word.create(body);
    await emit(noted, body);
    return body;
  },
});
