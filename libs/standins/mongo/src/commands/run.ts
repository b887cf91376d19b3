import type { Encodable } from '../bson/value';
import { doc } from '../bson/value';
import { failure, MongoFailure } from '../failure';
import { aggregate } from './aggregate';
import { collectionCommands } from './collections';
import type { Command, Handler, Server } from './command';
import { refuseUnknownFields } from './command';
import { explain } from './explain';
import { connectionCommands } from './connection';
import { remove } from './delete';
import { count, distinct, find, getMore, killCursors } from './find';
import { findAndModify } from './find-and-modify';
import { indexCommands } from './indexes';
import { insert } from './insert';
import { update } from './update';

const handlers: Record<string, Handler> = {
  ...connectionCommands,
  ...collectionCommands,
  ...indexCommands,
  insert,
  update,
  delete: remove,
  findAndModify,
  findandmodify: findAndModify,
  find,
  getMore,
  killCursors,
  count,
  distinct,
  aggregate,
  explain,
};

/** Their answers rely on what they read, so it must be on disk even if they changed nothing. */
const writing = new Set(['insert', 'update', 'delete', 'findAndModify', 'findandmodify']);

/** Runs a command and answers once all it wrote is on disk; a failure becomes MongoDB's error reply. */
export async function runCommand(server: Server, command: Command): Promise<Map<string, Encodable>> {
  const { storage } = server.catalog;
  const before = storage.writes();
  const reply = answer(server, command);
  if (storage.writes() === before && !writing.has(command.name)) return reply;
  try {
    await storage.settled();
    return reply;
  } catch (error) {
    return errorReply(asStorageFailure(error));
  }
}

const noRoom = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

function asStorageFailure(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined || !noRoom.has(code)) return error;
  return failure('OutOfDiskSpace', `The disk has no room for this write (${code}); nothing of it was kept`);
}

function answer(server: Server, command: Command): Map<string, Encodable> {
  try {
    const handler = Object.hasOwn(handlers, command.name) ? handlers[command.name] : undefined;
    if (!handler) throw failure('CommandNotFound', `no such command: '${command.name}'`);
    refuseTransactions(command);
    refuseUnknownFields(handler, command);
    return handler.run(server, command);
  } catch (error) {
    return errorReply(error);
  }
}

function refuseTransactions({ body }: Command): void {
  for (const field of ['txnNumber', 'startTransaction', 'autocommit'])
    if (body.has(field))
      throw failure('IllegalOperation', 'Transaction numbers are only allowed on a replica set member or mongos');
}

/** An error as MongoDB answers it. What is no refusal of ours is reported as an internal error. */
export function errorReply(error: unknown): Map<string, Encodable> {
  const known = error instanceof MongoFailure ? error : failure('InternalError', `internal error: ${String(error)}`);
  const { message: errmsg, code, codeName, details } = known;
  return doc({ ok: 0.0, errmsg, code, codeName, ...details });
}
