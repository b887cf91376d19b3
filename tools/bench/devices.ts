import { searchKeysOf } from '@herald/device-query';

/** A row of numbers that looks random and is the same at every run. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const day = 86_400_000;

export type Population = ReturnType<typeof population>;

/** Made-up devices of four companies, and what can be asked of them. */
export function population(seed: number, now = Date.now()) {
  const random = randomNumbers(seed);
  const below = (max: number) => Math.floor(random() * max);
  const pick = <T>(list: readonly T[]) => list[below(list.length)]!;
  const hex = (length: number) => Array.from({ length }, () => below(16).toString(16)).join('');
  const brand = () => `Brand ${below(30)}`;
  const model = () => `Model ${below(500)}`;
  const version = () => String(20 + below(15));
  const app = () => String(1 + below(20));
  const plan = () => pick(['gold', 'silver', 'free']);
  const zone = () => `zone ${below(1000)}`;
  const date = () => new Date(now - below(60) * day).toISOString().slice(0, 10);
  const device = () => {
    const updated_at = new Date(now - random() * 60 * day);
    const created_at = new Date(updated_at.getTime() - random() * 300 * day);
    const tags = { plan: plan(), zone: zone() };
    const shown = {
      core_id: `${hex(8)}-${hex(4)}-${hex(4)}-${hex(4)}-${hex(12)}`,
      imei: String(1e14 + below(9e14)),
      brand: brand(),
      model: model(),
      emulator: random() < 0.05,
      system_name: pick(['android', 'android', 'ios']),
      system_version: version(),
      location: [-70 + random(), -33 + random()],
      apps: [{ app_id: app(), tags, version: '1.0', created_at, updated_at }],
      created_at,
      updated_at,
    };
    const inner = { company_id: String(1 + below(4)), said: { brand: updated_at, model: updated_at }, revision: 1 };
    return { ...shown, ...inner, ...searchKeysOf(shown) };
  };
  return { device, below, pick, brand, model, version, app, plan, zone, date };
}
