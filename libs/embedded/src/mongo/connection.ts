import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { Server } from './commands/command';
import { errorReply, runCommand } from './commands/run';
import { mostMessageBytes, readRequest, writeReply } from './wire';

/** Answers one client, a message at a time; what is not the protocol ends the connection. */
export async function serveConnection(server: Server, socket: Socket): Promise<void> {
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  try {
    for await (const message of messages(socket)) await answer(server, socket, message);
  } catch {
    // Either the client went away or it sent what cannot be read: nothing more can be said to it.
  } finally {
    socket.destroy();
  }
}

async function answer(server: Server, socket: Socket, message: Buffer): Promise<void> {
  const request = readRequest(message);
  const reply = await runCommand(server, request.command);
  if (request.silent || socket.destroyed) return;
  if (!socket.write(bytesOf(request, reply))) await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
}

function bytesOf(request: Parameters<typeof writeReply>[0], reply: Parameters<typeof writeReply>[1]): Buffer {
  try {
    return writeReply(request, reply);
  } catch (error) {
    return writeReply(request, errorReply(error));
  }
}

/** Cuts the stream into messages by their lengths. */
async function* messages(socket: Socket): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = [];
  let have = 0;
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    have += chunk.length;
    while (have >= 16) {
      if (chunks[0]!.length < 16) chunks = [Buffer.concat(chunks)];
      const size = chunks[0]!.readInt32LE(0);
      if (size < 16 || size > mostMessageBytes) throw new Error('not a message');
      if (have < size) break;
      const all = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
      chunks = all.length > size ? [all.subarray(size)] : [];
      have -= size;
      yield all.subarray(0, size);
    }
  }
}
