import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile, openPrivateFolder } from '@herald/standin-data-folder';
import { issueLoopbackCertificate } from './certificate';

export type Certificates = {
  readonly key: string;
  readonly cert: string;
  /** The path of the CA certificate. */ ca: string;
};

const pemBlock = /-----BEGIN [A-Z ]+-----[^-]+-----END [A-Z ]+-----\n/g;
const dayMs = 86_400_000;

/** The valid certificates in a folder, or newly issued ones. Only their owner can read them. */
export async function openCertificates(folder: string): Promise<Certificates> {
  const path = join(folder, 'server.pem');
  const ca = join(folder, 'ca.pem');
  await openPrivateFolder(folder);
  const blocks = (await readBlocks(path)) ?? (await createBlocks(path));
  const [key = '', cert = '', authority = ''] = blocks;
  // server.pem contains everything, so it is replaced in one step. ca.pem is a copy for clients.
  await replaceFile(ca, authority);
  return { key, cert, ca };
}

async function readBlocks(path: string): Promise<string[] | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const blocks = text.match(pemBlock) ?? [];
  const [key, cert, authority] = blocks;
  return key && cert && authority && isUsable(key, cert, authority) ? [key, cert, authority] : undefined;
}

/** Whether key and certificates are intact, belong together and are valid for at least one more day. */
function isUsable(key: string, cert: string, authority: string): boolean {
  try {
    const server = new X509Certificate(cert);
    const issuer = new X509Certificate(authority);
    const isValid = server.verify(issuer.publicKey) && issuer.verify(issuer.publicKey);
    return isValid && server.checkPrivateKey(createPrivateKey(key)) && Date.parse(server.validTo) > Date.now() + dayMs;
  } catch {
    return false;
  }
}

async function createBlocks(path: string): Promise<string[]> {
  const { server, authorityPem } = issueLoopbackCertificate();
  const blocks = [server.keyPem, server.pem, authorityPem];
  await replaceFile(path, blocks.join(''));
  return blocks;
}
