import { acceptFirst } from './accept-first';

const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
};

it('starts a request at once when no connection has just arrived', () => {
  const started: string[] = [];
  acceptFirst().start(() => started.push('a'));
  expect(started).toEqual(['a']);
});

it('starts the requests of connections together, in their order, when no more arrive', async () => {
  const started: number[] = [];
  const { onConnection, start } = acceptFirst(() => 0);
  for (let one = 0; one < 20; one++) {
    onConnection();
    start(() => started.push(one));
    await turns(1);
  }
  expect(started).toEqual([]);
  await turns(3);
  expect(started).toEqual(Array.from({ length: 20 }, (_, one) => one));
});

it('makes no request wait longer than 500 ms while connections keep coming', async () => {
  let clock = 0;
  const started: number[] = [];
  const { onConnection, start } = acceptFirst(() => clock);
  for (let one = 0; one < 50; one++) {
    onConnection();
    const arrived = clock;
    start(() => started.push(clock - arrived));
    clock += 50;
    await turns(1);
  }
  expect(started.length).toBeGreaterThan(30);
  expect(Math.max(...started)).toBeLessThanOrEqual(600);
});
