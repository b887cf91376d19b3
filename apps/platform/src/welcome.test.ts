import { welcome } from './welcome';

const url = 'http://127.0.0.1:8080';

it('says what is not for production, and where pushes go', () => {
  const text = welcome(url, 'TOKEN', { simulatesPush: true, here: true });
  expect(text).toContain('Database, broker and mail are stand-ins for development.');
  expect(text).toContain(
    `Pushes go to simulators of FCM and APNs and reach no phone; see what arrived at ${url}/_dev/push`,
  );
  expect(text).toContain('export TOKEN=TOKEN\n');
});

it('says nothing of simulators that are not in use, and shows no page that another process has', () => {
  expect(welcome(url, 'TOKEN')).not.toMatch(/stand-ins|simulators/);
  expect(welcome(url, 'TOKEN', { simulatesPush: false, here: true })).not.toContain('simulators');
  expect(welcome(url, 'TOKEN', { simulatesPush: true, here: false })).toMatch(/reach no phone\.$/m);
});
