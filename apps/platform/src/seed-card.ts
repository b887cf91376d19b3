import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { SeedingFailed, type Call } from './seed';

const company_id = 1;
const path = '/sapien/api/v1/credential';
const attempts = 30;
const pauseMs = 2_000;

/** Has sapien read the card that a program draws into a folder; gives the credential's uuid. */
export async function seedCard(call: Call, program: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'herald-card-'));
  try {
    await draw(program, folder);
    for (let left = attempts; ; left--) {
      const { status, body } = await call('POST', path, await formOf(folder));
      if (status === 201) return (body.data as { uuid: string }).uuid;
      // The readers are busy, or still starting.
      if (status !== 503 || left === 0) throw new SeedingFailed(`${path} answered ${status}`);
      await sleep(pauseMs);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The requests of a developer come first. */
async function draw(program: string, folder: string): Promise<void> {
  const drawing = promisify(execFile)(process.execPath, [program, folder]);
  const { pid } = drawing.child;
  if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW);
  await drawing;
}

async function formOf(folder: string): Promise<FormData> {
  const form = new FormData();
  form.set('company_id', String(company_id));
  for (const side of ['front', 'back']) {
    const bytes = await readFile(join(folder, `${side}.jpg`));
    form.set(`${side}_image`, new File([new Uint8Array(bytes)], `${side}.jpg`));
  }
  return form;
}
