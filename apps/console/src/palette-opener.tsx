import { ActionIcon } from '@mantine/core';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useLanguage } from './language/language';
import { Icon } from './parts/icons';

const Palette = lazy(async () => ({ default: (await import('./palette')).Palette }));

/** Opens the palette by a button and by Ctrl+K or Cmd+K. */
export function PaletteOpener() {
  const { t } = useLanguage();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t.palette.title}
        title={t.palette.hint}
        aria-keyshortcuts="Meta+K Control+K"
        onClick={() => setOpen(true)}
      >
        <Icon name="search" />
      </ActionIcon>
      {isOpen && (
        <Suspense>
          <Palette close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
