import type { Socket } from 'node:net';
import type { Server } from './commands/command';
import { errorReply, runCommand } from './commands/run';
import type { Request } from './wire';
import { maxMessageBytes, readRequest, writeReply } from './wire';

/** Answers one client, a message at a time; what is not the protocol ends the connection. */
export function serveConnection(server: Server, socket: Socket): void {
  const incoming = createIncoming();
  let busy = false;
  const work = async () => {
    busy = true;
    for (let message = incoming.next(); message && !socket.destroyed; message = incoming.next()) {
      socket.pause();
      await answer(server, socket, message);
    }
    busy = false;
    socket.resume();
  };
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk) => {
    incoming.add(chunk);
    // Either the client went away or it sent what cannot be read: nothing more can be said to it.
    if (!busy) work().catch(() => socket.destroy());
  });
}

async function answer(server: Server, socket: Socket, message: Buffer): Promise<void> {
  const request = readRequest(message);
  const reply = await runCommand(server, request.command);
  if (request.silent || socket.destroyed) return;
  if (!socket.write(bytesOf(request, reply))) await drained(socket);
}

function bytesOf(request: Request, reply: Parameters<typeof writeReply>[1]): Buffer {
  try {
    return writeReply(request, reply);
  } catch (error) {
    return writeReply(request, errorReply(error));
  }
}

/** Resolves when a slow client has read what was sent, or is gone. */
function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      socket.off('drain', done);
      socket.off('close', done);
      resolve();
    };
    socket.on('drain', done);
    socket.on('close', done);
  });
}

/** Cuts what arrives into messages by their lengths; throws at what cannot be one. */
function createIncoming(): { add(chunk: Buffer): void; next(): Buffer | undefined } {
  let chunks: Buffer[] = [];
  let have = 0;
  return {
    add(chunk) {
      chunks.push(chunk);
      have += chunk.length;
    },
    next() {
      if (have < 16) return undefined;
      if (chunks[0]!.length < 16) chunks = [Buffer.concat(chunks)];
      const size = chunks[0]!.readInt32LE(0);
      if (size < 16 || size > maxMessageBytes) throw new Error('not a message');
      if (have < size) return undefined;
      const all = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
      chunks = all.length > size ? [all.subarray(size)] : [];
      have -= size;
      return all.subarray(0, size);
    },
  };
}
