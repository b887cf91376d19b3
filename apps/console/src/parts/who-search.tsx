import { Button, Group, TextInput } from '@mantine/core';
import { useEffect, useState, type FormEvent } from 'react';
import { Icon } from './icons';

type Props = { who: string; label: string; button: string; onFind: (who: string | undefined) => void };

/** Asks for one person or device. What is found stands in the address. */
export function WhoSearch({ who, label, button, onFind }: Props) {
  const [typed, setTyped] = useState(who);
  useEffect(() => setTyped(who), [who]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onFind(typed.trim() || undefined);
  };
  return (
    <Group component="form" role="search" mb="md" gap="sm" onSubmit={submit as never}>
      <TextInput
        className="filters-search"
        aria-label={label}
        placeholder={label}
        leftSection={<Icon name="search" />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        autoComplete="off"
      />
      <Button type="submit">{button}</Button>
    </Group>
  );
}
