import { deviceRegistered } from '@herald/contracts';
import { eventually, startForTest, type Tested } from '@herald/testing';
import { service } from '../service';
import { path, report } from './person-report.fixture';

let herald: Tested;
beforeAll(async () => {
  herald = await startForTest(service);
  await herald.publish(deviceRegistered, report(1, { dni: '12.345.678-K', name: 'Ana' }));
  await herald.publish(deviceRegistered, report(2, { dni: '12345678k', name: 'Anita' }, { company_id: '2' }));
  const persons = herald.database('identification').collection('persons');
  await eventually(async () => (await persons.countDocuments()) === 2);
});
afterAll(() => herald?.stop());

describe(`GET ${path}/:dni`, () => {
  it('reads the person of the company of the token', async () => {
    const one = await herald.as({ companies: [2] })(`GET ${path}/12.345.678-k`);
    expect(one.body).toMatchObject({ status: true, message: 'ok', user: [{ name: 'Anita' }] });
  });

  it('answers an empty list for persons of other companies', async () => {
    const { body } = await herald.as({ companies: [3] })(`GET ${path}/12345678K`);
    expect(body).toEqual({ status: true, message: 'ok', user: [] });
  });
});
