import { mongo } from 'mongoose';
import { retryOnCollision, isTransient } from './errors';

const serverError = (code: number) => new mongo.MongoServerError({ message: 'No', code });

it.each([
  ['no connection', new mongo.MongoNetworkError('No'), true],
  ['a write that was undone for another’s sake', serverError(112), true],
  ['a deadlock', serverError(16908292), true],
  ['a member that is not the primary', serverError(10107), true],
  ['a primary that stepped down', serverError(189), true],
  ['a write whose majority did not answer in time', serverError(64), true],
  ['a key that is taken', serverError(11000), false],
  ['a command that makes no sense', serverError(59), false],
  ['any other error', new Error('No'), false],
])('%s', (_, error, later) => {
  expect(isTransient(error)).toBe(later);
});

it.each([
  [11000, 5],
  [112, 5],
  [16908292, 5],
  [59, 1],
])('an upsert that fails with code %d is tried %d times', async (code, tries) => {
  let tried = 0;
  const upsert = async () => {
    tried++;
    throw serverError(code);
  };
  await expect(retryOnCollision(upsert)).rejects.toThrow('No');
  expect(tried).toBe(tries);
});

it('an upsert that was rolled back three times returns what the fourth try gives', async () => {
  let tried = 0;
  const upsert = async () => {
    if (++tried < 4) throw serverError(16908292);
    return tried;
  };
  expect(await retryOnCollision(upsert)).toBe(4);
});
