import { randomUUID } from 'node:crypto';
import { service as events } from '@herald/app-events';
import { deviceRegistered, deviceUpdated, pushBatch, subjectAnswered, subjectRequested } from '@herald/contracts';
import { deadLetters, topologyOf } from '@herald/messaging';
import { eventually, startForTest, type Tested } from '@herald/testing';
import { connect } from 'amqplib';
import { brokerContents, failingConsumers } from './broker-contents.fixture';

/** An erasure reaches messages that were given up, and those that wait for a retry, and leaves what is of others. */
const values = ['ZOE1', 'zoe-phone', 'Zoe', 'zoe@example.com', 'a gift'];
const zoe = { dnis: ['ZOE1'], emails: ['zoe@example.com'], core_ids: ['zoe-phone'] };
const person = { dni: 'ZOE1', name: 'Zoe', email: 'zoe@example.com' };
const now = () => new Date().toISOString();

const batch = (company_id: string, core_ids: string[]) => ({
  ...{ batch_id: `batch of ${company_id}`, core_ids, notification: {}, tries: 0 },
  variables: core_ids.map((coreId) => ({ text: coreId === 'zoe-phone' && company_id === '1' ? 'a gift' : 'x' })),
  campaign: { uuid: randomUUID(), company_id, message_id: 'm', app_id: '1', bundle_id: 'b' },
});
const registered = (core_id: string, who?: object) => ({
  ...{ core_id, core_id_type: '', company_id: '1', characteristics: {}, reported_at: now() },
  ...{ app: { app_id: '1', bundle_id: 'b', flavor_id: 'f', version: '1' }, ...(who ? { person: who } : {}) },
});

const byDevice = (a: object, b: object) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

describe.each(['classic', 'quorum'] as const)('in %s queues', (queueType) => {
  let herald: Tested;
  let failing: Awaited<ReturnType<typeof failingConsumers>>;
  beforeEach(async () => {
    herald = await startForTest(events, { QUEUE_TYPE: queueType });
    failing = await failingConsumers(herald, queueType);
  });
  afterEach(async () => {
    await failing?.stop();
    await herald?.stop();
  });

  const contents = () => brokerContents(herald);
  const holding = async () =>
    (await contents()).filter(({ text }) => values.some((value) => text.includes(value))).map(({ text }) => text);
  const dataOf = (texts: string[]) => texts.map((text) => (JSON.parse(text) as { data: object }).data);
  const waiting = (count: number) => eventually(async () => (await contents()).length === count);

  async function erase(company_id = '1'): Promise<void> {
    const answers = await herald.collect(subjectAnswered);
    const request_uuid = randomUUID();
    await herald.publish(subjectRequested, {
      ...{ request_uuid, company_id, step: 'erase', round: 1, asked_at: now(), ...zoe },
    });
    await eventually(() => answers.find((one) => one.request_uuid === request_uuid));
  }

  it('removes what is of the person alone, and takes the person out of what holds others', async () => {
    await failing.giveUp(pushBatch);
    await failing.postpone(deviceRegistered);
    const shared = batch('1', ['ana-phone', 'zoe-phone', 'otto-phone']);
    const ofOther = batch('2', ['zoe-phone']);
    const strange = registered('ana-phone', person);
    for (const one of [batch('1', ['zoe-phone']), shared, ofOther]) await failing.publish(pushBatch, one);
    for (const one of [registered('zoe-phone', person), strange, registered('otto-phone')])
      await failing.publish(deviceRegistered, one);
    await waiting(6);
    expect(await holding()).toHaveLength(5);
    await erase();
    // The phone is known to another company as well.
    expect(dataOf(await holding())).toEqual([ofOther]);
    const { person: _person, ...nameless } = strange;
    const left = { ...shared, core_ids: ['ana-phone', 'otto-phone'], variables: [{ text: 'x' }, { text: 'x' }] };
    const dead = dataOf((await contents()).filter(({ queue }) => queue.endsWith('dead')).map(({ text }) => text));
    expect(new Set(dead)).toEqual(new Set([ofOther, left]));
    const retries = dataOf((await contents()).filter(({ queue }) => queue.endsWith('600s')).map(({ text }) => text));
    expect(retries.map((one) => ({ ...one, reported_at: '' })).sort(byDevice)).toEqual(
      [nameless, registered('otto-phone')].map((one) => ({ ...one, reported_at: '' })),
    );

    failing.state.isMended = true;
    const letters = await deadLetters(herald.env.AMQP_URL!, herald.env.NAMESPACE!);
    expect(await letters.list()).toMatchObject([
      { type: 'push.batch', tries: 1 },
      { reason: 'It is broken', tries: 1 },
    ]);
    expect(await letters.redrive()).toMatchObject({ redriven: [{}, {}], kept: [] });
    await letters.close();
    await eventually(() => failing.taken.length === 2);
    expect(new Set(failing.taken)).toEqual(new Set([ofOther, left]));
  });

  it('removes what no service can read if it names the person, and requests that were given up', async () => {
    const { dead } = topologyOf(herald.env.NAMESPACE!);
    const requested = { request_uuid: randomUUID(), company_id: '1', step: 'find', round: 1, asked_at: now(), ...zoe };
    const messages = [
      '{"half": "zoe-phone',
      JSON.stringify({ type: 'push.batch', of: 'zoe-phone' }),
      '{"half": "zoe-phone"',
      JSON.stringify({ type: 'of.tomorrow', data: { list: [{ dni: 'zoe1' }] } }),
      JSON.stringify({ type: 'of.tomorrow', data: { list: [{ dni: 'ANA1' }] } }),
      JSON.stringify({ type: 'device.registered', data: { company_id: '2', core_id: 'zoe-phone' } }),
      JSON.stringify({ id: 'one', type: 'subject.requested', version: 1, at: now(), data: requested }),
    ];
    const connection = await connect(herald.env.AMQP_URL!);
    const channel = await connection.createConfirmChannel();
    for (const text of messages) channel.publish(dead, 'gone', Buffer.from(text), { persistent: true });
    await channel.waitForConfirms();
    await connection.close();
    await erase();
    expect((await contents()).map(({ text }) => text).sort()).toEqual([messages[5], messages[4]]);
  });

  it('removes what fails only after the erasure, and nothing of a person who registers again', async () => {
    await failing.giveUp(deviceUpdated);
    const requests = herald.database('events').collection('sweep_requests');
    await erase();
    // Its own sweep may begin a second later, and would remove the message that this test sends to the next one.
    await eventually(() => requests.findOne({ is_done: true }));
    const past = new Date(Date.now() - 60_000).toISOString();
    const { dead } = topologyOf(herald.env.NAMESPACE!);
    const data = { core_id: 'zoe-phone', company_id: '1', app_id: '1' };
    const connection = await connect(herald.env.AMQP_URL!);
    const channel = await connection.createConfirmChannel();
    const late = { id: 'late', type: 'device.updated', version: 1, at: past, data };
    channel.publish(dead, 'gone', Buffer.from(JSON.stringify(late)), { persistent: true });
    await channel.waitForConfirms();
    await connection.close();
    await failing.publish(deviceUpdated, data);
    await waiting(2);
    // As a job asks for it every ten minutes.
    await requests.insertOne({ _id: 'again' as never, is_done: false, expires_at: new Date(Date.now() + 60_000) });
    await eventually(() => requests.findOne({ _id: 'again' as never, is_done: true }));
    expect((await contents()).map(({ text }) => (JSON.parse(text) as { id: string }).id)).not.toContain('late');
    expect(await contents()).toHaveLength(1);
  });

  it('goes through thousands of dead letters in seconds', async () => {
    const { dead } = topologyOf(herald.env.NAMESPACE!);
    const connection = await connect(herald.env.AMQP_URL!);
    const channel = await connection.createConfirmChannel();
    const count = 3_000;
    for (let at = 0; at < count; at++) {
      const data = { core_id: at % 100 === 0 ? 'zoe-phone' : `phone-${at}`, company_id: '1', app_id: '1' };
      const letter = { id: `${at}`, type: 'device.updated', version: 1, at: now(), data };
      channel.publish(dead, 'gone', Buffer.from(JSON.stringify(letter)), { persistent: true });
    }
    await channel.waitForConfirms();
    await connection.close();
    const began = Date.now();
    await erase();
    process.stdout.write(`${count} dead letters (${queueType}) in ${Date.now() - began} ms\n`);
    const left = await contents();
    expect([left.length, left.filter(({ text }) => text.includes('zoe-phone'))]).toEqual([count - count / 100, []]);
  });
});
