import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import {
  bitString,
  objectIdentifier,
  octetString,
  positiveInteger,
  sequence,
  setOf,
  contextTag,
  time,
  utf8String,
  derTrue,
} from './der';

type Certificate = { readonly pem: string; readonly keyPem: string };

const ecdsaWithSha256 = sequence(objectIdentifier('1.2.840.10045.4.3.2'));
const dayMs = 86_400_000;
const validDays = 3_653;
/** The length of an uncompressed P-256 point, which ends the public key in DER. */
const pointBytes = 65;

type KeyOwner = { readonly name: string; readonly publicKey: KeyObject; readonly privateKey: KeyObject };

function createKeyOwner(name: string): KeyOwner {
  return { name, ...generateKeyPairSync('ec', { namedCurve: 'P-256' }) };
}

function commonName(name: string): Buffer {
  return sequence(setOf(sequence(objectIdentifier('2.5.4.3'), utf8String(name))));
}

function publicKeyOf({ publicKey }: KeyOwner): Buffer {
  return publicKey.export({ type: 'spki', format: 'der' });
}

function keyIdentifier(holder: KeyOwner): Buffer {
  return createHash('sha1').update(publicKeyOf(holder).subarray(-pointBytes)).digest();
}

function extension(id: string, value: Buffer, isCritical = false): Buffer {
  return sequence(objectIdentifier(`2.5.29.${id}`), ...(isCritical ? [derTrue] : []), octetString(value));
}

function authorityExtensions(authority: KeyOwner): Buffer[] {
  return [
    extension('19', sequence(derTrue), true),
    extension('15', bitString(Buffer.from([0b0000_0110]), 1), true),
    extension('14', octetString(keyIdentifier(authority))),
  ];
}

function serverExtensions(server: KeyOwner, authority: KeyOwner): Buffer[] {
  const dnsName = (name: string) => contextTag(2, Buffer.from(name), true);
  const address = (...bytes: number[]) => contextTag(7, Buffer.from(bytes), true);
  return [
    extension('19', sequence(), true),
    extension('15', bitString(Buffer.from([0b1000_0000]), 7), true),
    extension('37', sequence(objectIdentifier('1.3.6.1.5.5.7.3.1'))),
    extension('17', sequence(dnsName('localhost'), address(127, 0, 0, 1), address(...Array<number>(15).fill(0), 1))),
    extension('14', octetString(keyIdentifier(server))),
    extension('35', sequence(contextTag(0, keyIdentifier(authority), true))),
  ];
}

function issue(subject: KeyOwner, issuer: KeyOwner, extensions: Buffer[], now: number): Certificate {
  const serial = randomBytes(16);
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40;
  const content = sequence(
    contextTag(0, positiveInteger(Buffer.from([2]))),
    positiveInteger(serial),
    ecdsaWithSha256,
    commonName(issuer.name),
    sequence(time(new Date(now - dayMs)), time(new Date(now + validDays * dayMs))),
    commonName(subject.name),
    publicKeyOf(subject),
    contextTag(3, sequence(...extensions)),
  );
  const signature = sign('sha256', content, issuer.privateKey);
  const lines =
    sequence(content, ecdsaWithSha256, bitString(signature))
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return {
    pem: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    keyPem: subject.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/**
 * Issues a server certificate for the loopback names, valid for ten years, and the CA certificate that signs it. The
 * CA's private key is discarded, so trusting the CA means trusting this one server certificate.
 */
export function issueLoopbackCertificate(now = Date.now()): { server: Certificate; authorityPem: string } {
  const authority = createKeyOwner(`Herald push stand-in ${randomBytes(4).toString('hex')}`);
  const server = createKeyOwner('localhost');
  return {
    server: issue(server, authority, serverExtensions(server, authority), now),
    authorityPem: issue(authority, authority, authorityExtensions(authority), now).pem,
  };
}
