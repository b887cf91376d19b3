import { CopyButton, UnstyledButton } from '@mantine/core';
import { useLanguage } from '../language/language';

const uuidLength = 36;

/** An id that a click copies; a long one may be shown in short. */
export function CopyableId({ id, shown = id }: { id: string; shown?: string }) {
  const { t } = useLanguage();
  return (
    <CopyButton value={id}>
      {({ copied, copy }) => (
        <UnstyledButton className="copyable" onClick={copy} title={t.copy} aria-label={`${t.copy} ${id}`}>
          <code data-short={shown.length <= uuidLength ? '' : undefined}>{shown}</code>
          <span className="copyable-hint" aria-live="polite">
            {copied ? t.copied : t.copy}
          </span>
        </UnstyledButton>
      )}
    </CopyButton>
  );
}
