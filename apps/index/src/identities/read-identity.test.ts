import { randomUUID } from 'node:crypto';
import { type OtherService, type Tested } from '@herald/testing';
import { at, createdBy, startWithCompany, unknown } from './start-with-company.fixture';

let company: OtherService;
let herald: Tested;
beforeEach(async () => ({ company, herald } = await startWithCompany()));
afterEach(async () => {
  await herald?.stop();
  await company?.stop();
});
const made = (body?: object) => createdBy(herald, body);

describe('GET /index/v1/identity/:uuid', () => {
  it('reads an identity, and gives one answer for an unknown one and for one of another company', async () => {
    const { uuid } = await made();
    expect((await herald.as({ companies: [1] })(`GET ${at(uuid)}`)).body).toMatchObject({
      message: 'Found',
      data: { uuid },
    });
    for (const one of [uuid, randomUUID(), '$ne'])
      expect((await herald.as({ companies: [2] })(`GET ${at(one)}`)).body).toEqual(unknown);
  });
});
