import { ColorInput, Group, NativeSelect, SegmentedControl, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useLanguage } from '../language/language';
import type { ButtonKind, Draft, MessageKind } from './draft';
import type { FieldErrors } from './field-errors';

export type Change = (changed: Partial<Draft>) => void;
type MessageFieldsProps = { draft: Draft; change: Change; errors: FieldErrors };

/** The content of the message. */
export function MessageFields({ draft, change, errors }: MessageFieldsProps) {
  const { t } = useLanguage();
  const texts = t.composer;
  const kinds = (['notification', 'dialog', 'video', 'banner'] as const).map((value) => {
    return { value, label: texts.kinds[value] };
  });
  return (
    <Stack gap="md">
      <div>
        <Text size="sm" fw={500} mb={4} id="kind">
          {texts.kind}
        </Text>
        <SegmentedControl
          className="kinds"
          size="sm"
          aria-labelledby="kind"
          data={kinds}
          value={draft.kind}
          onChange={(kind) => change({ kind: kind as MessageKind })}
        />
      </div>
      <TextInput
        label={texts.title}
        description={texts.variablesHint}
        required
        value={draft.title}
        error={errors['data.title']}
        onChange={(event) => change({ title: event.currentTarget.value })}
      />
      <Textarea
        label={texts.text}
        required
        rows={4}
        value={draft.message}
        error={errors['data.message']}
        onChange={(event) => change({ message: event.currentTarget.value })}
      />
      <TextInput
        label={draft.kind === 'video' ? texts.video : texts.picture}
        description={draft.kind === 'video' ? texts.videoHint : texts.pictureHint}
        required
        type="url"
        value={draft.mediaUrl}
        error={errors['data.media_url']}
        onChange={(event) => change({ mediaUrl: event.currentTarget.value })}
      />
      <ButtonFields draft={draft} change={change} errors={errors} />
    </Stack>
  );
}

function ButtonFields({ draft, change, errors }: MessageFieldsProps) {
  const { t } = useLanguage();
  const texts = t.composer;
  const kinds = (['url', 'call', 'mail'] as const).map((value) => ({ value, label: texts.buttonKinds[value] }));
  return (
    <>
      <Group grow align="flex-start" className="composer-row">
        <TextInput
          label={texts.button}
          value={draft.buttonText}
          error={errors['buttons.button_1.text']}
          onChange={(event) => change({ buttonText: event.currentTarget.value })}
        />
        <NativeSelect
          label={texts.buttonKind}
          data={kinds}
          value={draft.buttonKind}
          onChange={(event) => change({ buttonKind: event.currentTarget.value as ButtonKind })}
        />
        <ColorInput
          label={texts.color}
          format="hex"
          value={draft.color}
          error={errors['data.action_color']}
          withPicker={false}
          withEyeDropper={false}
          onChange={(color) => change({ color: color.toUpperCase() })}
        />
      </Group>
      <TextInput
        label={texts.buttonAction}
        placeholder={texts.actionExamples[draft.buttonKind]}
        value={draft.buttonAction}
        error={errors['buttons.button_1.action']}
        onChange={(event) => change({ buttonAction: event.currentTarget.value })}
      />
    </>
  );
}
