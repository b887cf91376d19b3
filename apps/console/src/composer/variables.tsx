import { unwrap } from '@herald/client-sdk';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { herald } from '../api';
import { useLanguage } from '../language/language';
import { Failure } from '../parts/failure';

type VariablesProps = {
  names: string[];
  values: Record<string, string>;
  set: (values: Record<string, string>) => void;
};

/** The values of the variables in the previews and in tests; a real device can give some of them. */
export function Variables({ names, values, set }: VariablesProps) {
  const { t } = useLanguage();
  const texts = t.composer;
  const [coreId, setCoreId] = useState('');
  const fill = useMutation({
    mutationFn: async () => {
      const params = { path: { core_id: coreId.trim() } };
      const [device] = (await unwrap(herald.GET('/index/v1/device/{core_id}', { params }))).data;
      return valuesOf(device!, names);
    },
    onSuccess: (known) => set({ ...values, ...known }),
  });
  return (
    <Stack gap="sm">
      <Text size="sm">{texts.variablesAre}</Text>
      {names.map((name) => (
        <TextInput
          key={name}
          label={`{{${name}}}`}
          value={values[name] ?? ''}
          onChange={(event) => set({ ...values, [name]: event.currentTarget.value })}
          autoComplete="off"
        />
      ))}
      <Group gap="sm" align="flex-end">
        <TextInput
          className="growing"
          label={texts.fromDevice}
          value={coreId}
          onChange={(event) => setCoreId(event.currentTarget.value)}
          autoComplete="off"
        />
        <Button variant="default" disabled={!coreId.trim()} loading={fill.isPending} onClick={() => fill.mutate()}>
          {texts.fill}
        </Button>
      </Group>
      {fill.error && <Failure error={fill.error} />}
      {fill.data && Object.keys(fill.data).length === 0 && <Text size="sm">{texts.fillNothing}</Text>}
    </Stack>
  );
}

type Known = { apps: { tags: Record<string, unknown> }[] };

/** A device knows its tags and its own fields, under the same names. */
function valuesOf(device: Known & object, names: string[]): Record<string, string> {
  const all = new Map<string, unknown>(Object.entries(device));
  for (const { tags } of device.apps) for (const [name, value] of Object.entries(tags)) all.set(name, value);
  const known = names.filter((name) => ['string', 'number'].includes(typeof all.get(name)));
  return Object.fromEntries(known.map((name) => [name, String(all.get(name))]));
}
