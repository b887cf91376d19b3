import { createHash, createHmac } from 'node:crypto';

export type Signable = {
  method: string;
  address: URL;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  at: Date;
};

/** The headers of AWS Signature Version 4 for a request to S3 whose body is not part of the signature. */
export function signRequest({ method, address, region, accessKeyId, secretAccessKey, at }: Signable) {
  const time = at.toISOString().replace(/[-:]|\.\d{3}/g, '');
  const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`;
  const headers = { host: address.host, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD', 'x-amz-date': time };
  const names = Object.keys(headers).join(';');
  const listed = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
  const canonical = [method, address.pathname, '', listed.join(''), names, 'UNSIGNED-PAYLOAD'].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', time, scope, createHash('sha256').update(canonical).digest('hex')].join('\n');
  const key = [time.slice(0, 8), region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`);
  const signature = hmac(key, toSign).toString('hex');
  const { host: _, ...sent } = headers;
  const authorization = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
  return { ...sent, authorization };
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
