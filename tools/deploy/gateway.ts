import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceName } from '@herald/contracts';
import { eventually, type Process } from '@herald/testing';
import { writeSite } from './gateway-site';
import { nginxDir, nginxServices } from './nginx-services';
import { sharedFolder, startUnprivileged } from './processes';

export type Gateway = { url: string; folder: string; running: Process };

/**
 * Starts a real nginx with the configuration that is shipped; only where it listens, where the services are and where
 * its files lie is put in place of what stands there for containers. `env` is the container's.
 */
export async function startGateway(
  port: number,
  portsOf: (service: ServiceName) => number | number[],
  env: Record<string, string> = {},
): Promise<Gateway> {
  const folder = sharedFolder('gateway');
  cpSync(nginxDir, folder, { recursive: true });
  await writeSite(join(folder, 'site'));
  const shipped = readFileSync(join(nginxDir, 'nginx.conf'), 'utf8');
  const placed = shipped
    .replaceAll('/tmp/', `${folder}/`)
    .replace('listen 8080;', `listen 127.0.0.1:${port};`)
    .replace('root /srv/herald;', `root ${folder}/site;`)
    .replace('worker_processes auto;', 'worker_processes 2;\ndaemon off;');

  writeFileSync(join(folder, 'nginx.conf'), placed);
  writeFileSync(
    join(folder, 'services.conf'),
    nginxServices((name) => [portsOf(name)].flat().map((port) => `127.0.0.1:${port}`)),
  );
  const template = readFileSync(join(nginxDir, 'templates/console.conf.template'), 'utf8');
  writeFileSync(
    join(folder, 'console.conf'),
    template.replace(/\$\{(OIDC_\w+)\}/g, (_, name: string) => env[name] ?? ''),
  );
  const args = ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')];
  const running = startUnprivileged(nginx(), args, { env: {} });
  const url = `http://127.0.0.1:${port}`;
  await running.ready(url);
  return { url, folder, running };
}

function nginx(): string {
  const places = [process.env.NGINX ?? '', '/usr/sbin/nginx', '/usr/local/sbin/nginx'];
  const found = places.find((path) => path && existsSync(path));
  if (!found) throw new Error('nginx is missing; install it with: apt-get install -y nginx');
  return found;
}

/** The access log's lines so far. */
export function loggedBy({ running }: Gateway): Record<string, unknown>[] {
  const lines = running.output().split('\n');
  return lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** Waits for the access log's line of a request. */
export function logLineOf(gateway: Gateway, requestId: string): Promise<Record<string, unknown>> {
  return eventually(() => loggedBy(gateway).find(({ request_id }) => request_id === requestId));
}
