import { connect, type ConfirmChannel } from 'amqplib';

/** Works on a channel of a connection of its own, straight to the broker. */
export async function onChannel<T>(work: (channel: ConfirmChannel) => Promise<T>): Promise<T> {
  const connection = await connect(process.env.AMQP_URL!);
  try {
    return await work(await connection.createConfirmChannel());
  } finally {
    await connection.close();
  }
}
