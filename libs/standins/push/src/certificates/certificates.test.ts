import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, createServer, type Server } from 'node:tls';
import { issueLoopbackCertificate } from './certificate';
import { objectIdentifier, positiveInteger, sequence, time } from './der';
import { openCertificates } from './open-certificates';

describe('certificates', () => {
  it('encodes DER', () => {
    const text = (bytes: Buffer) => bytes.toString('hex');
    expect(text(objectIdentifier('1.2.840.10045.4.3.2'))).toBe('06082a8648ce3d040302');
    expect(text(positiveInteger(Buffer.from([0x80])))).toBe('02020080');
    expect(text(sequence(Buffer.alloc(200)).subarray(0, 3))).toBe('3081c8');
    expect(text(sequence(Buffer.alloc(300)).subarray(0, 4))).toBe('3082012c');
    expect(time(new Date('2049-12-31T23:59:59Z')).toString('latin1')).toContain('491231235959Z');
    expect(time(new Date('2050-01-01T00:00:00Z')).toString('latin1')).toContain('20500101000000Z');
  });

  it('issues a CA and a server certificate that Node verifies', () => {
    const { server, authorityPem } = issueLoopbackCertificate(Date.parse('2026-01-01'));
    const cert = new X509Certificate(server.pem);
    const authority = new X509Certificate(authorityPem);
    expect(authority.ca && authority.verify(authority.publicKey)).toBe(true);
    expect(cert.ca).toBe(false);
    expect(cert.verify(authority.publicKey) && cert.checkIssued(authority)).toBe(true);
    expect(cert.checkHost('localhost')).toBe('localhost');
    expect(cert.checkHost('example.org')).toBeUndefined();
    expect(cert.checkIP('127.0.0.1')).toBe('127.0.0.1');
    expect(cert.validTo).toMatch(/2036/);
    expect(cert.publicKey.asymmetricKeyDetails?.namedCurve).toBe('prime256v1');
  });
});

describe('the certificates of a folder', () => {
  let folder: string;
  let server: Server | undefined;

  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'certificates-'))));
  afterEach(() => {
    server?.close();
    rmSync(folder, { recursive: true });
  });

  async function listen(): Promise<{ port: number; ca: string }> {
    const { key, cert, ca } = await openCertificates(folder);
    server = createServer({ key, cert }, (socket) => socket.on('error', () => socket.destroy()).end());
    server.on('tlsClientError', () => undefined).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return { port: (server.address() as AddressInfo).port, ca: readFileSync(ca, 'utf8') };
  }

  const greet = (options: { port: number; ca?: string; host: string }) =>
    new Promise<string>((resolve) => {
      const socket = connect({ ...options, servername: options.host === 'localhost' ? 'localhost' : '' });
      socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'));
      socket.on('secureConnect', () => {
        resolve(socket.authorized ? 'trusted' : 'not trusted');
        socket.destroy();
      });
    });

  it('are trusted with the CA file and not without it', async () => {
    const { port, ca } = await listen();
    expect(await greet({ port, ca, host: '127.0.0.1' })).toBe('trusted');
    expect(await greet({ port, ca, host: 'localhost' })).toBe('trusted');
    expect(await greet({ port, host: '127.0.0.1' })).toBe('UNABLE_TO_VERIFY_LEAF_SIGNATURE');
    const { authorityPem } = issueLoopbackCertificate();
    expect(await greet({ port, ca: authorityPem, host: '127.0.0.1' })).not.toBe('trusted');
  });

  it('are issued once, read again, and readable by their owner only', async () => {
    const first = await openCertificates(folder);
    const authority = readFileSync(first.ca, 'utf8');
    rmSync(first.ca);
    expect(await openCertificates(folder)).toEqual(first);
    expect(readFileSync(first.ca, 'utf8')).toBe(authority);
    for (const name of ['ca.pem', 'server.pem']) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  });

  it('are issued again if the file is incomplete', async () => {
    const first = await openCertificates(folder);
    writeFileSync(join(folder, 'server.pem'), first.key);
    const second = await openCertificates(folder);
    expect(second.cert).not.toBe(first.cert);
    expect(await openCertificates(folder)).toEqual(second);
  });
});
