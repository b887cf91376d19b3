import { X509Certificate } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { issueLoopbackCertificate } from './certificate';

export type Certificates = { readonly key: string; readonly cert: string; /** Path of the CA's file. */ ca: string };

const pemBlock = /-----BEGIN [A-Z ]+-----[^-]+-----END [A-Z ]+-----\n/g;
const day = 86_400_000;

/** The certificates of a folder, made when it has none that is still valid; only their owner may read them. */
export async function openCertificates(folder: string): Promise<Certificates> {
  const path = join(folder, 'server.pem');
  const ca = join(folder, 'ca.pem');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const blocks = (await storedBlocks(path)) ?? (await makeBlocks(path));
  const [key = '', cert = '', authority = ''] = blocks;
  // Everything lies in the one file that is written at once; the CA's own file is a copy for clients.
  await replace(ca, authority);
  return { key, cert, ca };
}

async function storedBlocks(path: string): Promise<string[] | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const blocks = text.match(pemBlock) ?? [];
  const cert = blocks.length === 3 ? blocks[1] : undefined;
  return cert && Date.parse(new X509Certificate(cert).validTo) > Date.now() + day ? [...blocks] : undefined;
}

async function makeBlocks(path: string): Promise<string[]> {
  const { server, authorityPem } = issueLoopbackCertificate();
  const blocks = [server.keyPem, server.pem, authorityPem];
  await replace(path, blocks.join(''));
  return blocks;
}

async function replace(path: string, content: string): Promise<void> {
  await writeFile(`${path}.new`, content, { mode: 0o600 });
  await rename(`${path}.new`, path);
}
