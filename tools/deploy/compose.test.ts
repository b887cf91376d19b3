import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { services, type ServiceName } from '@herald/contracts';
import { parse } from 'yaml';
import { allServices } from '../../apps/platform/src/services';
import { stopTimeoutMs } from '../../libs/service/src/run';
import { passwordSetting, userOf } from './broker-rights';

/** What docker-compose.yml promises of every container. */
type Container = {
  image: string;
  build?: { target?: string; args?: { SERVICE?: string } };
  environment?: Record<string, string>;
  ports?: string[];
  user?: string;
  restart: string;
  stop_grace_period?: string;
  profiles?: string[];
  read_only?: boolean;
  tmpfs?: string[];
  cap_drop: string[];
  security_opt: string[];
  networks: string[];
  volumes?: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test: string[] };
};
type Compose = {
  services: Record<string, Container>;
  volumes: Record<string, unknown>;
  networks: Record<string, { internal?: boolean }>;
};

const root = join(__dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const written = read('docker-compose.yml');
const compose = parse(written, { merge: true }) as Compose;
const containers = Object.entries(compose.services);
const own = containers.filter(([, { build }]) => build?.args?.SERVICE);
const dockerfile = read('deploy/Dockerfile');
const ofServices = allServices.map(({ name }) => passwordSetting(name));
const secrets = ['MONGO_PASSWORD', 'RABBITMQ_PASSWORD', 'SERVICE_JWT_SECRET', 'CREDENTIALS_SECRET', ...ofServices];
const needed = [...secrets, 'SMTP_URL'];

it('has a container for each service that is built, of that service', () => {
  const built = readdirSync(join(root, 'apps')).filter((name) =>
    existsSync(join(root, 'apps', name, 'src/service.ts')),
  );
  expect(own.map(([name]) => name).sort()).toEqual(built.sort());
  for (const [name, { build }] of own) expect(build!.args!.SERVICE).toBe(name);
});

it.each(containers)('%s is confined and watched', (name, container) => {
  expect(container).toMatchObject({ cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
  const endsByItself = name === 'mongo-users';
  expect(container.restart).toBe(endsByItself ? 'no' : 'unless-stopped');
  // The broker's image writes where it likes: it is confined otherwise.
  if (name !== 'rabbitmq') expect(container.read_only).toBe(true);
  if (name !== 'rabbitmq') expect(container.tmpfs?.[0]).toMatch(/^\/tmp/);
  if (!container.build) expect(container.user).toMatch(/^[1-9]\d*:[1-9]\d*$/);
  if (!container.build && !endsByItself) expect(container.healthcheck?.test[0]).toBe('CMD');
  expect(container.image).toMatch(/^[\w./-]+:(\$\{HERALD_VERSION:-latest\}|v?\d+\.\d+(\.\d+)?)$/);
});

it.each(own)('%s has time for a drain and its stop', (_name, container) => {
  const [, maxDrainSeconds] = /that is told to stop serves on, at most (\d+):/.exec(read('.env.example'))!;
  expect(container.environment!.DRAIN_SECONDS).toBe('${DRAIN_SECONDS:-}');
  expect(parseInt(container.stop_grace_period!)).toBeGreaterThan(Number(maxDrainSeconds) + stopTimeoutMs / 1_000);
});

it('builds images that are watched and belong to no privileged user', () => {
  const stage = (name: string) => dockerfile.slice(dockerfile.indexOf(`AS ${name}\n`)).split('\nFROM ')[0]!;
  expect(stage('service')).toMatch(/^USER 1000:1000$/m);
  expect(dockerfile).toMatch(/^FROM nginxinc\/nginx-unprivileged:\S+ AS gateway$/m);
  for (const name of ['service', 'gateway']) expect(stage(name)).toMatch(/^HEALTHCHECK .*CMD \[/m);
});

it('publishes the gateway alone, and the caught mails and the dashboards to this machine', () => {
  const published = containers.flatMap(([name, { ports = [] }]) => ports.map((port) => `${name} ${port}`));
  expect(published).toEqual([
    'gateway ${HTTP_PORT:-8080}:8080',
    'mail 127.0.0.1:8025:8025',
    'prometheus 127.0.0.1:9090:9090',
    'grafana 127.0.0.1:3000:3000',
  ]);
  const onData = containers.filter(([, { networks }]) => networks.includes('data')).map(([name]) => name);
  expect(compose.networks.data).toEqual({ internal: true });
  expect(onData.sort()).toEqual([...own.map(([name]) => name), 'mongo', 'mongo-users', 'rabbitmq'].sort());
});

it('catches mails and shows metrics by choice alone', () => {
  const byChoice = containers.filter(([, { profiles }]) => profiles);
  expect(byChoice.map(([name, { profiles }]) => [name, profiles])).toEqual([
    ['mail', ['mail-catcher']],
    ['prometheus', ['observe']],
    ['grafana', ['observe']],
  ]);
});

it('gives Prometheus and Grafana files that are there', () => {
  const mounted = ['prometheus', 'grafana'].flatMap((name) => compose.services[name]!.volumes!);
  const paths = mounted.flatMap((volume) => /^\.\/([^:]+):.+:ro$/.exec(volume)?.[1] ?? []);
  expect(paths).toEqual(['deploy/prometheus', 'deploy/grafana/provisioning', 'deploy/grafana/dashboards']);
  for (const path of paths) expect(readdirSync(join(root, path)).length).toBeGreaterThan(0);
  for (const name of ['prometheus', 'grafana']) expect(compose.volumes).toHaveProperty(name);
  const source = parse(read('deploy/grafana/provisioning/datasources/prometheus.yml')) as {
    datasources: { uid: string; url: string }[];
  };
  expect(source.datasources[0]).toMatchObject({ uid: 'prometheus', url: 'http://prometheus:9090' });
  const provider = parse(read('deploy/grafana/provisioning/dashboards/herald.yml')) as {
    providers: { options: { path: string } }[];
  };
  expect(mounted).toContain(`./deploy/grafana/dashboards:${provider.providers[0]!.options.path}:ro`);
});

it('shows metrics without an account that could change anything', () => {
  expect(compose.services.grafana!.environment).toMatchObject({
    GF_AUTH_ANONYMOUS_ORG_ROLE: 'Viewer',
    GF_AUTH_BASIC_ENABLED: 'false',
    GF_SECURITY_DISABLE_INITIAL_ADMIN_CREATION: 'true',
  });
});

it.each(own)('%s has its own users at database and broker, and nothing of others', (name, { environment = {} }) => {
  const user = userOf(name as ServiceName);
  const password = `\${${passwordSetting(name as ServiceName)}:?set ${passwordSetting(name as ServiceName)} in .env}`;
  expect(environment.MONGO_URL).toBe(`mongodb://${user}:${password}@mongo:27017/?authSource=admin`);
  expect(environment.AMQP_URL).toBe(`amqp://${user}:${password}@rabbitmq:5672`);
  const text = JSON.stringify(environment).replaceAll(password, '');
  expect([...text.matchAll(/\w+_PASSWORD/g)]).toEqual([]);
});

it('gives the passwords of all users to what makes the users, and those alone', () => {
  const passwordsOf = (name: string) =>
    Object.keys(compose.services[name]!.environment!).filter((key) => key.endsWith('_PASSWORD'));
  expect(passwordsOf('mongo-users').sort()).toEqual([...ofServices, 'MONGO_PASSWORD'].sort());
  expect(passwordsOf('rabbitmq').sort()).toEqual([...ofServices, 'OPERATOR_PASSWORD'].sort());
});

it.each(own)('%s gets what it needs to start, after database and broker', (name, container) => {
  const { environment = {}, depends_on, volumes } = container;
  expect(depends_on).toEqual({
    'mongo-users': { condition: 'service_completed_successfully' },
    rabbitmq: { condition: 'service_healthy' },
  });
  const { needs = [], calls = [] } = allServices.find((service) => service.name === name)!;
  const wanted = ['MONGO_URL', 'AMQP_URL', 'SERVICE_JWT_SECRET', 'AUTH_JWKS_URL', 'AUTH_PUBLIC_KEY', 'AUTH_JWT_SECRET'];
  if (needs.includes('mail')) wanted.push('SMTP_URL');
  if (needs.includes('storage')) wanted.push('STORAGE_URL', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY');
  expect(Object.keys(environment)).toEqual(expect.arrayContaining(wanted));
  expect(Boolean(volumes)).toBe(needs.includes('storage'));
  const urlOf = (service: ServiceName) => environment[`${service.toUpperCase().replaceAll('-', '_')}_URL`];
  for (const service of Object.keys(services) as ServiceName[])
    if (calls.includes(service)) expect(urlOf(service)).toBe(`http://${service}:8080`);
});

it('holds no secret and has no default for one', () => {
  for (const name of secrets) {
    const uses = [...written.matchAll(new RegExp(`\\$\\{${name}\\b([^}]*)\\}`, 'g'))].map((match) => match[1]!);
    expect(uses.length).toBeGreaterThan(0);
    for (const use of uses) expect(use).toMatch(/^:\?set /);
  }
  for (const [, name, rest] of written.matchAll(/\$\{(\w*(?:SECRET|KEY|PASSWORD)\w*)([^}]*)\}/g))
    expect(rest).toMatch(secrets.includes(name!) ? /^:\?/ : /^:-$/);
});

it('explains every setting in .env.example, and asks for no other', () => {
  const explained = [...read('.env.example').matchAll(/^(\w+)=/gm)].map((match) => match[1]!);
  const used = new Set([...written.matchAll(/\$\{(\w+)/g)].map((match) => match[1]!)).add('COMPOSE_PROFILES');
  expect(explained.sort()).toEqual([...used].sort());
  expect(read('.env.example')).not.toMatch(/^\w*(?:SECRET|PASSWORD|KEY)\w*=.+$/m);
});

type Tool = [program: string, ...args: string[]];
const tools: Tool[] = [['docker', 'compose'], ['docker-compose']];
const works = ([program, ...args]: Tool) => spawnSync(program, [...args, 'version']).status === 0;
const tool = tools.find(works);
const withTool = tool ? it : it.skip;
// Not silently: what is checked above is the file itself, read by another parser.
if (!tool)
  console.warn('Neither "docker compose" nor "docker-compose" is installed: docker-compose.yml is read without.');

function config(env: NodeJS.ProcessEnv) {
  const [program, ...args] = tool!;
  const file = ['--env-file', '/dev/null', '-f', 'docker-compose.yml', 'config'];
  const usual = ['--profile', 'observe', ...(program === 'docker-compose' ? file.slice(2) : file)];
  return spawnSync(program, [...args, ...usual], {
    cwd: root,
    env: { PATH: process.env.PATH, ...env },
    encoding: 'utf8',
  });
}

withTool('is accepted by compose once the secrets are set, and names each that is not', () => {
  const set = Object.fromEntries(needed.map((name) => [name, `a-${name}`]));
  expect(config(set)).toMatchObject({ status: 0 });
  const missing = ['MONGO_PASSWORD', 'COMPANY_PASSWORD', 'SERVICE_JWT_SECRET', 'SMTP_URL'].map(
    (name) => [name, config({ ...set, [name]: '' })] as const,
  );
  for (const [name, { status, stderr }] of missing) {
    expect(status).not.toBe(0);
    expect(stderr).toContain(`set ${name} in .env`);
  }
});
