import { startNode, startProcess } from './process';

it('gives the output and the exit code of a program', async () => {
  const program = startNode(['-e', 'console.log("one"); console.error("two"); process.exitCode = 3']);
  expect(await program.exited).toBe(3);
  expect(program.output()).toBe('one\ntwo\n');
  expect(await program.end()).toBe(3);
});

it('waits for a text, and ends a program by a signal', async () => {
  const program = startNode(['-e', 'setTimeout(() => console.log("here"), 200); setInterval(() => {}, 1_000)']);
  await program.printed('here');
  expect(await program.end('SIGKILL')).toBeNull();
});

it('waits until a service is ready', async () => {
  const server = `let ready = 0;
    const server = require('http').createServer((_, res) => res.writeHead(ready++ > 2 ? 200 : 503).end());
    server.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port));`;
  const program = startNode(['-e', server]);
  await program.printed('http');
  await program.ready(program.output().trim());
  await program.end();
});

it('fails at once with the output of a program that ended instead', async () => {
  const program = startNode(['-e', 'console.error("no database answers"); process.exit(1)']);
  await expect(program.ready('http://127.0.0.1:1')).rejects.toThrow('no database answers');
  const missing = startProcess('/no/such/program', []);
  await expect(missing.exited).rejects.toThrow('ENOENT');
  await expect(missing.ready('http://127.0.0.1:1')).rejects.toThrow('/no/such/program ended too early');
});
