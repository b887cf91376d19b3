import { message, string } from '@herald/contracts';
import { connectBroker, consumer, newMessage, Unrecoverable } from '@herald/messaging';
import { eventually, startForTest } from '@herald/testing';
import { service } from '../service';

const greeted = message('greeted', { name: string() }, { personal: [], impersonal: ['name'] });

/** The service beside a consumer that gives messages up until it is mended. */
export async function startWithDeadLetters() {
  const herald = await startForTest(service);
  const broker = await connectBroker(process.env.AMQP_URL!, { namespace: herald.env.NAMESPACE!, onError: () => {} });
  const state = { isMended: false, taken: [] as string[] };
  for (const name of ['one', 'two'])
    await broker.consume(
      name,
      consumer({
        name: 'on-greeted',
        on: greeted,
        async handle(data) {
          if (!state.isMended) throw new Unrecoverable('There is no such campaign');
          state.taken.push(`${name} ${data.name}`);
        },
      }),
      {},
    );
  const list = 'GET /events/v1/dead_letter';
  return {
    herald,
    state,
    list,
    async giveUp(...names: string[]) {
      for (const name of names) await broker.publish(newMessage(greeted, { name }));
      await eventually(async () => (await herald.as()(list)).body.data.length === names.length * 2);
    },
    async stop() {
      await broker.close();
      await herald.stop();
    },
  };
}
