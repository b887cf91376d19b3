import { DeadlineExceeded, withDeadline } from './with-deadline';

it('passes on what work gives or throws', async () => {
  expect(await withDeadline(1_000, 'work', Promise.resolve(7))).toBe(7);
  await expect(withDeadline(1_000, 'work', Promise.reject(new Error('no')))).rejects.toThrow('no');
});

it('gives up work that hangs, and ignores its late rejection', async () => {
  const late = new Promise((_, reject) => setTimeout(reject, 60, new Error('late')));
  await expect(withDeadline(20, 'The call', late)).rejects.toThrow(DeadlineExceeded);
  await expect(withDeadline(20, 'The call', new Promise(() => {}))).rejects.toThrow(
    'The call did not finish within 0.02 s',
  );
  await new Promise((resolve) => setTimeout(resolve, 80));
});
