import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile, openPrivateFolder } from '../private-files';
import { issueLoopbackCertificate } from './certificate';

export type Certificates = { readonly key: string; readonly cert: string; /** Path of the CA's file. */ ca: string };

const pemBlock = /-----BEGIN [A-Z ]+-----[^-]+-----END [A-Z ]+-----\n/g;
const day = 86_400_000;

/** The certificates of a folder, made when it has none that is still valid; only their owner may read them. */
export async function openCertificates(folder: string): Promise<Certificates> {
  const path = join(folder, 'server.pem');
  const ca = join(folder, 'ca.pem');
  await openPrivateFolder(folder);
  const blocks = (await storedBlocks(path)) ?? (await makeBlocks(path));
  const [key = '', cert = '', authority = ''] = blocks;
  // Everything lies in the one file that is written at once; the CA's own file is a copy for clients.
  await replaceFile(ca, authority);
  return { key, cert, ca };
}

async function storedBlocks(path: string): Promise<string[] | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const blocks = text.match(pemBlock) ?? [];
  const [key, cert, authority] = blocks;
  return key && cert && authority && isUsable(key, cert, authority) ? [key, cert, authority] : undefined;
}

/** Whether all three are intact, belong together and are still valid. */
function isUsable(key: string, cert: string, authority: string): boolean {
  try {
    const server = new X509Certificate(cert);
    const issuer = new X509Certificate(authority);
    const isValid = server.verify(issuer.publicKey) && issuer.verify(issuer.publicKey);
    return isValid && server.checkPrivateKey(createPrivateKey(key)) && Date.parse(server.validTo) > Date.now() + day;
  } catch {
    return false;
  }
}

async function makeBlocks(path: string): Promise<string[]> {
  const { server, authorityPem } = issueLoopbackCertificate();
  const blocks = [server.keyPem, server.pem, authorityPem];
  await replaceFile(path, blocks.join(''));
  return blocks;
}
