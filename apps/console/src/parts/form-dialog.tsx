import { Button, FileInput, Group, Modal, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { queryClient } from '../api';
import { useLanguage } from '../language/language';
import { Failure } from './failure';

export type FormField = {
  name: string;
  label: string;
  kind?: 'text' | 'long' | 'file';
  choices?: { value: string; label: string }[];
  hint?: string;
  isOptional?: boolean;
};
type FormValues = { texts: Record<string, string>; file: File | null };
type FormDialogProps = {
  button: string;
  title: string;
  hint?: string;
  fields: FormField[];
  send: (values: FormValues) => Promise<unknown>;
  isSmall?: boolean;
};

/** A button and the form that it opens; the lists are read again after a success. */
export function FormDialog({ button, title, isSmall, ...form }: FormDialogProps) {
  const { t } = useLanguage();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button variant="default" size={isSmall ? 'xs' : 'sm'} onClick={() => setOpen(true)}>
        {button}
      </Button>
      <Modal opened={isOpen} onClose={close} title={title} centered closeButtonProps={{ 'aria-label': t.cancel }}>
        <Form {...form} close={close} />
      </Modal>
    </>
  );
}

type FormProps = Omit<FormDialogProps, 'button' | 'title' | 'isSmall'> & { close: () => void };

function Form({ fields, hint, send, close }: FormProps) {
  const { t } = useLanguage();
  const first = fields.map(({ name, choices }) => [name, choices?.[0]?.value ?? ''] as const);
  const [texts, setTexts] = useState<Record<string, string>>(Object.fromEntries(first));
  const [file, setFile] = useState<File | null>(null);
  const sending = useMutation({
    mutationFn: () => send({ texts, file }),
    onSuccess: async () => {
      close();
      await queryClient.invalidateQueries();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    sending.mutate();
  };
  const set = (name: string, value: string) => setTexts((before) => ({ ...before, [name]: value }));
  return (
    <Stack gap="md" component="form" onSubmit={submit as never}>
      {hint && <Text size="sm">{hint}</Text>}
      {fields.map((field) => (
        <Field key={field.name} field={field} value={texts[field.name]!} set={set} file={file} setFile={setFile} />
      ))}
      {sending.error && <Failure error={sending.error} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          {t.cancel}
        </Button>
        <Button type="submit" loading={sending.isPending}>
          {t.form.save}
        </Button>
      </Group>
    </Stack>
  );
}

type FieldProps = {
  field: FormField;
  value: string;
  set: (name: string, value: string) => void;
  file: File | null;
  setFile: (file: File | null) => void;
};

function Field({ field: { name, label, kind, choices, hint, isOptional }, value, set, file, setFile }: FieldProps) {
  const common = { label, ...(hint ? { description: hint } : {}), required: !isOptional };
  const change = (event: { currentTarget: { value: string } }) => set(name, event.currentTarget.value);
  if (choices) return <NativeSelect {...common} data={choices} value={value} onChange={change} />;
  if (kind === 'file') return <FileInput {...common} value={file} onChange={setFile} placeholder={label} />;
  if (kind === 'long') return <Textarea {...common} rows={6} value={value} onChange={change} spellCheck={false} />;
  return <TextInput {...common} value={value} onChange={change} autoComplete="off" />;
}
