import { ActionIcon, Group, SegmentedControl, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useLanguage, type Language } from './language/language';
import { Icon } from './parts/icons';

const choices = [
  { value: 'en', label: 'EN' },
  { value: 'es', label: 'ES' },
] satisfies { value: Language; label: string }[];

/** The language and the theme. */
export function Preferences() {
  const { t, language, choose } = useLanguage();
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  const label = isDark ? t.light : t.dark;
  return (
    <Group gap="xs" wrap="nowrap">
      <SegmentedControl
        size="xs"
        aria-label={t.language}
        data={choices}
        value={language}
        onChange={(value) => choose(value as Language)}
      />
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={label}
        title={label}
        onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
      >
        <Icon name={isDark ? 'sun' : 'moon'} />
      </ActionIcon>
    </Group>
  );
}
