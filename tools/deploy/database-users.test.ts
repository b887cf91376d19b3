import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { allServices } from '../../apps/platform/src/services';
import { passwordSetting, userOf } from './broker-rights';

type User = { user: string; pwd: string; roles: { role: string; db: string }[] };

/** Runs the script as mongosh would, against an `admin` database that records its commands. */
function runScript(users: Map<string, User>, env: Record<string, string>): string[] {
  const asked: string[] = [];
  const admin = {
    getUser: (name: string) => users.get(name) ?? null,
    createUser: (user: User) => users.set(user.user, user),
    updateUser: (user: string, changed: Omit<User, 'user'>) => users.set(user, { user, ...changed }),
  };
  const connect = (url: string) => asked.push(url) && admin;
  const script = readFileSync(join(__dirname, '../../deploy/mongo/users.js'), 'utf8');
  runInNewContext(script, { connect, process: { env } });
  return asked;
}

const passwords = (value: string) =>
  Object.fromEntries(allServices.map(({ name }) => [passwordSetting(name), `${value}-${name}`]));

it('makes a user for each service that reaches the database of that service alone, and sets passwords anew', () => {
  const users = new Map<string, User>();
  for (const round of ['first', 'second']) {
    const asked = runScript(users, { ...passwords(round), MONGO_PASSWORD: 'root', PATH: '/bin', HOME: '/tmp' });
    expect(asked).toEqual([expect.stringMatching(/^mongodb:\/\/herald:root@mongo:27017\/admin\?/)]);
    const wanted = allServices.map(({ name }) => ({
      user: userOf(name),
      pwd: `${round}-${name}`,
      roles: [{ role: 'readWrite', db: `herald_${name.replaceAll('-', '_')}` }],
    }));
    expect(JSON.parse(JSON.stringify([...users.values()]))).toEqual(wanted);
  }
});
