import { connectDatabase } from '@herald/persistence';
import { migrate } from './migrate';
import { schemaOf } from './schema';
import { wordService } from './words.fixture';

/** Migrates a database and kills itself before its nth command: `<MONGO_URL> <database> <n> <lease in ms>`. */
async function main(): Promise<void> {
  const [url, name, last, leaseMs] = process.argv.slice(2) as [string, string, string, string];
  let commands = 0;
  const onQuery = () => {
    if (++commands === Number(last)) process.kill(process.pid, 'SIGKILL');
  };
  const server = await connectDatabase(url, { onQuery });
  await migrate(
    server.database(name),
    schemaOf(wordService()),
    (line) => void process.stdout.write(`${line}\n`),
    Number(leaseMs),
  );
  await server.close();
}

void main();
