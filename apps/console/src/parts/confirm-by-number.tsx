import { Button, Group, Modal, Stack, Text, TextInput, type ButtonProps } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useLanguage } from '../language/language';
import { Failure } from './failure';

type ConfirmProps = {
  button: string;
  title: string;
  hint: string;
  count: number;
  send: (count: number) => Promise<unknown>;
  color?: string;
  variant?: ButtonProps['variant'];
  disabled?: boolean;
};

/** A button that does its work after the number of devices that it touches was typed. */
export function ConfirmByNumber({ button, color, variant, disabled, count, title, ...form }: ConfirmProps) {
  const { t } = useLanguage();
  // The count as it was when the dialog opened: it must not change while it is typed.
  const [shown, setShown] = useState<number>();
  const close = () => setShown(undefined);
  return (
    <>
      <Button {...(color ? { color } : {})} variant={variant} disabled={disabled} onClick={() => setShown(count)}>
        {button}
      </Button>
      <Modal
        opened={shown !== undefined}
        onClose={close}
        title={title}
        centered
        closeButtonProps={{ 'aria-label': t.cancel }}
      >
        <Form {...form} {...(color ? { color } : {})} button={button} count={shown ?? 0} close={close} />
      </Modal>
    </>
  );
}

type FormProps = Pick<ConfirmProps, 'button' | 'hint' | 'count' | 'send' | 'color'> & { close: () => void };

function Form({ button, hint, count, send, color, close }: FormProps) {
  const { t } = useLanguage();
  const [typed, setTyped] = useState('');
  const sending = useMutation({ mutationFn: () => send(count), onSuccess: close });
  return (
    <Stack gap="md">
      <Text size="sm">{hint}</Text>
      <TextInput
        label={t.stopConfirm(String(count))}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        inputMode="numeric"
        autoComplete="off"
        data-autofocus
      />
      {sending.error && <Failure error={sending.error} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          {t.cancel}
        </Button>
        <Button
          {...(color ? { color } : {})}
          disabled={typed.trim() !== String(count)}
          loading={sending.isPending}
          onClick={() => sending.mutate()}
        >
          {button}
        </Button>
      </Group>
    </Stack>
  );
}
