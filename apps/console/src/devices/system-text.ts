type Systems = { deviceScreen: { systems: Partial<Record<string, string>> } };

/** The system and its version in words. */
export function systemText({ deviceScreen }: Systems, name: string, version = ''): string {
  return [deviceScreen.systems[name] ?? name, version].filter(Boolean).join(' ');
}
